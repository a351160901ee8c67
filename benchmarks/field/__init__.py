"""clew beside other solvers on models that others wrote."""
