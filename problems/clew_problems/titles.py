"""The names of the puzzles and their summaries in French and German, which sheets and pages to play look up here.

They are not in the classes: who solves a puzzle needs none of them.
"""

from __future__ import annotations

from typing import Final

from clew_problems.words import words

translations: Final = words(
    ("no two rows equal", "la règle des lignes différentes", "[die|die|der] Regel der verschiedenen Zeilen"),
    ("no two columns equal", "la règle des colonnes différentes", "[die|die|der] Regel der verschiedenen Spalten"),
    ("stars", "étoiles", "Sterne"),
    ("diagonals", "diagonales", "Diagonalen"),
    ("box", "région", "Block"),
    ("colours", "couleurs", "Farben"),
    ("repeat", "avec répétitions", "mit Wiederholungen"),
    ("pieces", "pièces", "Teile"),
    ("closed", "fermé", "geschlossen"),
    ("start", "départ", "Start"),
    ("words", "mots", "Wörter"),
    ("word", "mot", "Wort"),
    ("excess", "en trop", "Überzahl"),
    ("leading_zeros", "zéros en tête", "führende Nullen"),
    ("reversals", "lectures à rebours", "Umkehrungen"),
    ("distinct", "lignes distinctes", "verschiedene Zeilen"),
    ("queen", "dame", "Dame"),
    ("base", "base", "Basis"),
    ("last_row_first", "dernière ligne d'abord", "letzte Zeile zuerst"),
    ("Akari", "Akari", "Akari"),
    (
        "put lamps into a grid so that every cell is lit and no lamp lights another",
        "place des lampes dans la grille : chaque case est éclairée et aucune lampe n'en éclaire une autre",
        "setze Lampen in das Gitter, sodass jedes Feld beleuchtet ist und keine Lampe eine andere beleuchtet",
    ),
    ("Colouring", "Coloration", "Färbung"),
    (
        "colour the vertices of a graph so that no edge joins two of the same colour",
        "colorie les sommets d'un graphe : aucune arête ne joint deux sommets de la même couleur",
        "färbe die Knoten eines Graphen, sodass keine Kante zwei gleichfarbige verbindet",
    ),
    ("Crossword", "Mots croisés", "Kreuzwort"),
    (
        "fill a grid with words that cross each other, or find word squares",
        "remplis une grille de mots qui se croisent, ou trouve des carrés de mots",
        "fülle ein Gitter mit Wörtern, die sich kreuzen, oder finde Wortquadrate",
    ),
    ("Cryptarithm", "Cryptarithme", "Kryptarithmus"),
    (
        "a sum in letters, such as SEND + MORE = MONEY: which digit is each letter",
        "une addition en lettres, comme SEND + MORE = MONEY : trouve le chiffre de chaque lettre",
        "eine Summe aus Buchstaben, wie SEND + MORE = MONEY: finde die Ziffer jedes Buchstabens",
    ),
    ("Exact cover", "Couverture exacte", "Exakte Überdeckung"),
    (
        "choose rows of a matrix so that every column has a single 1 among them",
        "choisis des lignes d'une matrice : chaque colonne y a un seul 1",
        "wähle Zeilen einer Matrix, in denen jede Spalte genau eine 1 hat",
    ),
    ("Futoshiki", "Futoshiki", "Futoshiki"),
    (
        "a latin square with signs between neighbours that say which is smaller",
        "un carré latin avec des signes entre voisins qui disent lequel est le plus petit",
        "ein lateinisches Quadrat mit Zeichen zwischen Nachbarn, die sagen, welcher kleiner ist",
    ),
    ("Hashiwokakero", "Hashiwokakero", "Hashiwokakero"),
    (
        "join islands by bridges that do not cross; numbers say how many each has",
        "relie les îles par des ponts qui ne se croisent pas ; les nombres disent combien chacune en a",
        "verbinde die Inseln durch Brücken, die sich nicht kreuzen; die Zahlen sagen, wie viele jede hat",
    ),
    ("Hitori", "Hitori", "Hitori"),
    (
        "shade cells until no line has a number twice; shaded ones do not touch",
        "noircis des cases jusqu'à ce qu'aucune ligne n'ait deux fois un nombre ; les cases noires ne se touchent pas",
        "schwärze Felder, bis keine Zeile oder Spalte eine Zahl zweimal hat; schwarze Felder berühren sich nicht",
    ),
    ("Kakuro", "Kakuro", "Kakuro"),
    (
        "fill runs of cells with different digits that have a given sum",
        "remplis des suites de cases de chiffres différents qui ont une somme donnée",
        "fülle Reihen von Feldern mit verschiedenen Ziffern, die eine gegebene Summe haben",
    ),
    ("Killer sudoku", "Sudoku killer", "Killer-Sudoku"),
    (
        "fill a sudoku whose clues are cages of cells with a sum",
        "remplis un sudoku dont les indices sont des cages de cases avec leur somme",
        "fülle ein Sudoku, dessen Hinweise Käfige aus Feldern mit ihrer Summe sind",
    ),
    ("Knights tour", "Tour du cavalier", "Springerzug"),
    (
        "a knight that visits every square of a board just once",
        "un cavalier qui passe une seule fois par chaque case d'un échiquier",
        "ein Springer, der jedes Feld eines Bretts genau einmal besucht",
    ),
    ("Langford", "Langford", "Langford"),
    (
        "two of each number from 1 to n in a row, with k numbers between the two k's",
        "deux fois chaque nombre de 1 à n dans une rangée, avec k nombres entre les deux k",
        "jede Zahl von 1 bis n zweimal in einer Reihe, mit k Zahlen zwischen den beiden k",
    ),
    ("Letter tree", "Arbre de lettres", "Buchstabenbaum"),
    (
        "the paths down a tree of letters that spell a word",
        "les chemins dans un arbre de lettres qui forment un mot",
        "die Wege in einem Baum aus Buchstaben, die ein Wort ergeben",
    ),
    ("Magic square", "Carré magique", "Magisches Quadrat"),
    (
        "arrange the numbers from 1 so that every row, column and diagonal has the same sum",
        "place les nombres à partir de 1 : chaque ligne, chaque colonne et chaque diagonale a la même somme",
        "ordne die Zahlen ab 1 so an, dass jede Zeile, Spalte und Diagonale dieselbe Summe hat",
    ),
    ("Masyu", "Masyu", "Masyu"),
    (
        "draw one loop through all pearls, straight at white ones, turning at black ones",
        "trace une boucle par toutes les perles, tout droit par les blanches, en tournant sur les noires",
        "zeichne eine Schleife durch alle Perlen, gerade durch weiße, mit einer Ecke in schwarzen",
    ),
    ("Nonogram", "Nonogramme", "Nonogramm"),
    (
        "paint a picture by the lengths of the black blocks in its rows and columns",
        "peins une image d'après les longueurs des blocs noirs de ses lignes et de ses colonnes",
        "male ein Bild nach den Längen der schwarzen Blöcke in seinen Zeilen und Spalten",
    ),
    ("Numberlink", "Numberlink", "Numberlink"),
    (
        "join equal numbers by lines that fill the grid and do not cross",
        "relie les nombres égaux par des lignes qui remplissent la grille et ne se croisent pas",
        "verbinde gleiche Zahlen durch Linien, die das Gitter füllen und sich nicht kreuzen",
    ),
    ("Nurikabe", "Nurikabe", "Nurikabe"),
    (
        "colour the sea between islands that each have one number, their size",
        "colorie la mer entre des îles qui ont chacune un nombre, leur taille",
        "färbe das Meer zwischen Inseln, die jede genau eine Zahl haben, ihre Größe",
    ),
    ("Pentominoes", "Pentominos", "Pentominos"),
    (
        "cover a board with the twelve pieces of five squares",
        "couvre un plateau avec les douze pièces de cinq carrés",
        "bedecke ein Brett mit den zwölf Teilen aus fünf Quadraten",
    ),
    ("Queens", "Dames", "Damen"),
    (
        "n queens on a board of n by n squares, none of which attacks another",
        "n dames sur un échiquier de n sur n cases, dont aucune n'en attaque une autre",
        "n Damen auf einem Brett mit n mal n Feldern, von denen keine eine andere bedroht",
    ),
    ("Shikaku", "Shikaku", "Shikaku"),
    (
        "divide a grid into rectangles that each have one number, their area",
        "divise la grille en rectangles qui ont chacun un nombre, leur aire",
        "teile das Gitter in Rechtecke, die jedes genau eine Zahl haben, ihre Fläche",
    ),
    ("Skyscrapers", "Gratte-ciel", "Hochhäuser"),
    (
        "fill a latin square with heights; the numbers around it say how many buildings are seen",
        "remplis un carré latin de hauteurs ; les nombres autour disent combien d'immeubles on voit",
        "fülle ein lateinisches Quadrat mit Höhen; die Zahlen am Rand sagen, wie viele Häuser man sieht",
    ),
    ("Slitherlink", "Slitherlink", "Slitherlink"),
    (
        "draw one loop along the sides of cells; numbers count its sides around them",
        "trace une boucle le long des côtés des cases ; les nombres comptent ses côtés autour d'eux",
        "zeichne eine Schleife entlang der Seiten der Felder; die Zahlen zählen ihre Seiten um sie herum",
    ),
    ("Star battle", "Bataille d'étoiles", "Sternenschlacht"),
    (
        "put stars into a square: as many in every row, column and region; none touch",
        "place des étoiles dans un carré : autant dans chaque ligne, colonne et région ; elles ne se touchent pas",
        "setze Sterne in ein Quadrat: gleich viele in jede Zeile, Spalte und Region; keine zwei berühren sich",
    ),
    ("Sudoku", "Sudoku", "Sudoku"),
    (
        "fill a grid with numbers: each once in every row, every column and every box",
        "remplis la grille de nombres : chacun une fois dans chaque ligne, chaque colonne et chaque région",
        "fülle das Gitter mit Zahlen: jede einmal in jeder Zeile, jeder Spalte und jedem Block",
    ),
    ("Takuzu", "Takuzu", "Takuzu"),
    (
        "fill a grid with 0 and 1: no three equal neighbours, as many of each, no line twice",
        "remplis la grille de 0 et de 1 : jamais trois voisins égaux, autant de chacun, aucune ligne deux fois",
        "fülle das Gitter mit 0 und 1: nie drei gleiche Nachbarn, gleich viele von beiden, keine Zeile zweimal",
    ),
    ("Tents", "Tentes", "Zelte"),
    (
        "pitch a tent beside each tree; tents do not touch, and numbers count them",
        "plante une tente à côté de chaque arbre ; les tentes ne se touchent pas, et les nombres les comptent",
        "stelle neben jeden Baum ein Zelt; Zelte berühren sich nicht, und die Zahlen zählen sie",
    ),
    ("Variant", "Variante", "Variante"),
    (
        "solve a variant of sudoku with any of the clues that setters draw",
        "résous une variante du sudoku avec tous les indices que dessinent les auteurs",
        "löse eine Variante des Sudokus mit allen Hinweisen, die Autoren zeichnen",
    ),
    ("Zebra", "Zèbre", "Zebra"),
    (
        "who lives in which house: the zebra puzzle, and others with clues of that kind",
        "qui habite dans quelle maison : l'énigme du zèbre, et d'autres avec de tels indices",
        "wer in welchem Haus wohnt: das Zebrarätsel, und andere mit solchen Hinweisen",
    ),
)
"""Rows of rules of Takuzu, whose module checkpoints know by its source; of parameters; of each name and summary."""
