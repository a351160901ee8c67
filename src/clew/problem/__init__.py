"""Problems: the class that a plugin subclasses, models built piece by piece, instances read and drawn."""
