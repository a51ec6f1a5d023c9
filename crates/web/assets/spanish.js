// What the server says, in Spanish: phrases that never change, and patterns of sentences with something put in.
// Loaded only by those who read Spanish.

/** Phrases as they are. */
const phrases = {
  __proto__: null,
  // On the board and beside it.
  empty: "vacía", piece: "ficha", brick: "ladrillo", queen: "reina", arrow: "flecha", king: "rey",
  attacker: "atacante", defender: "defensor", throne: "trono", corner: "esquina", camp: "campamento",
  White: "Blancas", Black: "Negras", attackers: "atacantes", defenders: "defensores",
  enemies: "enemigos", guards: "guardias", first: "primero", second: "segundo",
  plies: "jugadas", arrows: "flechas",
  "attackers captured": "atacantes capturados", "defenders captured": "defensores capturados",
  "S(first)": "S (Rojo)", "S(second)": "S (Amarillo)",
  "score of first": "puntos de Rojo", "score of second": "puntos de Amarillo",

  // How games end.
  resigned: "abandono", "out of time": "se agotó el tiempo",
  "the board is full": "el tablero está lleno", "no pieces left": "no quedan fichas",
  "no brick fits any more": "ya no cabe ningún ladrillo", "the king escaped": "el rey escapó",
  "the king was captured": "el rey fue capturado", "the king is in an exit fort": "el rey está en un fuerte de salida",
  "the position was repeated": "la posición se repitió", "the moves were repeated": "las jugadas se repitieron",
  "no legal move": "no hay jugada legal", "it found no move": "no encontró jugada",
  "the game cannot be read": "la partida no se puede leer", "the game cannot be played": "la partida no se puede jugar",

  // How outside programs fail.
  "an illegal move": "una jugada ilegal",
  "an answer that is no move": "una respuesta que no es una jugada",
  "the output ended in the middle of a line": "la salida terminó en medio de una línea",
  "the program closed its output": "el programa cerró su salida",
  "no answer in time": "no respondió a tiempo",
  "the program does not speak the protocol": "el programa no habla el protocolo",
  "too much output": "demasiada salida",
  "a line that nobody asked for": "una línea que nadie pidió",
  "the program does not read its input": "el programa no lee su entrada",
  "the program cannot be started": "el programa no se puede iniciar",
  "the program ended at its memory limit": "el programa terminó al llegar a su límite de memoria",
  "the program used up its processor time": "el programa agotó su tiempo de procesador",
  "the program cannot be told of this position": "no se le puede transmitir esta posición al programa",
  "stopped before the program answered": "detenido antes de que el programa respondiera",
  "nobody knows how": "nadie sabe cómo",
  "it gave up": "se rindió", "it is not running": "no está en marcha",
  "many lines, the last one shown": "muchas líneas; se muestra la última",
  "a line without an end": "una línea sin fin",
  "it can only be asked from the beginning of a game on": "solo se le puede preguntar desde el principio de una partida",
  "it should say ok to partida, and readyok to isready": "debería responder ok a partida, y readyok a isready",
  "it has no streams": "no tiene entrada ni salida",
  "its protocol has no word for that": "su protocolo no tiene palabra para eso",
  "no program was named": "no se nombró ningún programa",
  "the limits cannot be read": "los límites no se pueden leer", "its parent is gone": "su proceso padre ya no existe",

  // What tournaments and tunings take.
  "Who meets whom": "Quién se enfrenta a quién",
  "The game, or several": "El juego, o varios",
  "The players; with gauntlet the first one plays all others, with knock-out they stand from the best to the worst": "Los jugadores; con gauntlet el primero juega contra todos los demás, con knock-out van del mejor al peor",
  "Take the best players of these tournaments": "Tomar los mejores jugadores de estos torneos",
  "How many of each": "Cuántos de cada uno",
  "How many rounds of swiss; of other formats, how often everybody meets": "Cuántas rondas de swiss; en otros formatos, cuántas veces se enfrentan todos",
  "How many openings in each meeting, two games each": "Cuántas aperturas en cada enfrentamiento, con dos partidas cada una",
  "Where all random choices start from: the same seed, the same games": "De dónde parte el azar: la misma semilla, las mismas partidas",
  "How games begin, each opening with both sides: start, random:PLIES, all:PLIES, or a file with moves on each line": "Cómo empiezan las partidas, cada apertura con ambos bandos: start, random:JUGADAS o all:JUGADAS",
  "Time for each move, such as 100ms; a player who takes longer loses": "Tiempo para cada jugada, como 100ms; quien tarda más pierde",
  "Time for all moves of a player, and what is added after each: 5m or 1m+0.5s": "Tiempo para todas las jugadas de un jugador, y lo que se añade tras cada una: 5m o 1m+0.5s",
  "How many positions a player may look at for each move": "Cuántas posiciones puede mirar un jugador en cada jugada",
  "How much longer than its time a move may take": "Cuánto más de su tiempo puede tardar una jugada",
  "Longer games are drawn": "Las partidas más largas son empate",
  "End games when both players think that one is ahead by VALUE, MOVES times in a row": "Terminar las partidas cuando ambos creen que uno lleva VALUE de ventaja, MOVES veces seguidas",
  "End games in positions that can be solved with so many nodes, with the exact result": "Terminar las partidas en posiciones que se resuelven con tantos nodos, con el resultado exacto",
  "The game": "El juego",
  "The player whose weights are tuned, as it is at the start": "El jugador cuyos pesos se ajustan, tal como es al principio",
  "Whom it plays against; default: itself as it is at the start": "Contra quién juega; si no se dice, contra sí mismo tal como es al principio",
  "How to tune; partida tune methods lists what there is": "Cómo ajustar; partida tune methods lista lo que hay",
  "Games in all": "Partidas en total",
  "Which sides it plays: both, first or second": "Con qué bandos juega: both, first o second",
  "cannot be told apart": "no se distinguen", "the same player": "el mismo jugador", stronger: "más fuerte", weaker: "más débil",

  // How positions are judged.
  "finished games by their score without decimals, all others even": "las partidas terminadas por sus puntos sin decimales, las demás igualadas",
  "the score, and the room that large islands have to grow; in points of the score": "los puntos, y el espacio que tienen las islas grandes para crecer; en puntos",
  "heights of the central columns, good for the side that moved last; within ±99": "alturas de las columnas centrales, buenas para quien jugó el último; entre ±99",
  material: "material",
  "like and empty neighbours of each piece, and pieces near the centre, scaled to ±99": "vecinas iguales y vacías de cada ficha, y fichas cerca del centro, a escala ±99",
  "material and where the king stands": "material y dónde está el rey",
  "material, where the king stands and how well his surroundings are guarded": "material, dónde está el rey y cómo de bien guardado está su entorno",
  "pieces around the cells where one can land, and pieces near the centre, scaled to ±99": "fichas alrededor de las casillas donde se puede caer, y fichas cerca del centro, a escala ±99",
  "weighted: score, room to grow, distance to the walls, walls joined with the middle": "ponderado: puntos, espacio para crecer, distancia a los bordes, bordes unidos con el centro",
  "squares of own islands times their empty neighbours, minus the other's": "cuadrados de las islas propias por sus vecinas vacías, menos los del otro",
  "material, and the king's ways to an escape past what stands in between": "material, y los caminos del rey a una salida según lo que haya en medio",
  "the number of cells that each queen can go to": "el número de casillas a las que puede ir cada reina",
  "finished games by their result, all others even": "las partidas terminadas por su resultado, las demás igualadas",
  "what is at most two cells away from each queen; the enemy's is subtracted": "lo que está como mucho a dos casillas de cada reina; se resta lo del rival",
  "own sum of squared islands minus the other's": "suma propia de islas al cuadrado menos la del otro",
  "a small network that sees who gets where in how many moves; trained on games between equals": "una pequeña red que ve quién llega adónde y en cuántas jugadas; entrenada con partidas entre iguales",
  "who gets where first, and queens that are hemmed in, mixed by how much of the board is contested": "quién llega antes adónde, y reinas encerradas, según cuánto tablero esté en disputa",
  "empty cells that would complete a line: where they are, who will get to play them, and what lines are still possible": "casillas vacías que completarían una línea: dónde están, quién llegará a jugarlas y qué líneas son aún posibles",

  // What the server answers.
  "this server has no tournaments": "este servidor no tiene torneos",
  "there is no such run": "eso no existe", "it is running": "está en marcha",
  "there is one of that name already": "ya hay uno con ese nombre", "the command failed": "la orden falló",
  "two tournaments or tunings run already; stop one of them, or wait": "ya hay dos torneos o ajustes en marcha; detenga uno o espere",
  "files cannot be named here": "aquí no se pueden nombrar archivos",
  "a name has letters, digits, -, _ and dots, and begins with a letter or digit": "un nombre tiene letras, cifras, -, _ y puntos, y empieza por letra o cifra",
  "openings are start, random:PLIES or all:PLIES here": "aquí las aperturas son start, random:JUGADAS o all:JUGADAS",
  "only tournaments change that while they run": "solo los torneos cambian eso mientras están en marcha",
  "only tournaments have games to export": "solo los torneos tienen partidas que exportar",
  "it has no tree to show: minimax, alphabeta and their relatives do": "no tiene árbol que mostrar: minimax, alphabeta y similares sí",
  "the tree is too large to be searched in time; choose a smaller depth": "el árbol es demasiado grande para recorrerlo a tiempo; elija una profundidad menor",
  "there is no such table": "esa partida no existe", "the game is over": "la partida ha terminado",
  "another move was played meanwhile": "mientras tanto se jugó otra jugada",
  "there is nothing to take back": "no hay nada que deshacer",
  "too many searches are waiting; try again in a moment": "hay demasiadas búsquedas en espera; inténtelo en un momento",
  "there is no such file": "ese archivo no existe", "there is nothing here": "aquí no hay nada",
  "this cannot be asked in this way": "esto no se puede pedir de esta manera",
  "the search failed": "la búsqueda falló", "the store failed": "el almacén falló", "there is no move": "no hay jugada",
  "a text is too long": "un texto es demasiado largo", "a side is 0 or 1": "un bando es 0 o 1",
  "seconds must be a number that is not negative": "seconds debe ser un número no negativo",
  "outside programs play only if the server was started with exactly this text":
    "los programas externos solo juegan si el servidor se inició con exactamente este texto",
  "outside programs do not analyse here": "aquí los programas externos no analizan",
  "this server wants a token: open it with the address that it printed":
    "este servidor pide una clave: ábralo con la dirección que mostró al iniciarse",
  "this server has another name": "este servidor tiene otro nombre",
  "another page may not ask this server": "otra página no puede hacer peticiones a este servidor",

  // What is wrong with the store.
  "it is a database of some other program": "es una base de datos de otro programa",
  "it was written by a later version of partida": "lo escribió una versión posterior de partida",
  "the disk is full; all games written before are safe, and can be gone on from":
    "el disco está lleno; las partidas guardadas antes están a salvo y se pueden continuar",
  "it may only be read": "es de solo lectura", "another process is writing to it": "otro proceso está escribiendo en él",
  "it is no database, or a damaged one": "no es una base de datos, o está dañada",
  "length limit exceeded": "es demasiado largo",

  // Games.
  "Connect (C en línea)": "C en línea", "Bricks (Ladrillos)": "Ladrillos", "Amazons (Amazonas)": "Amazonas",
  "La Fuga del Rey": "La Fuga del Rey", Tafl: "Tafl",
  "Drop pieces into columns; the first to hold C or more in a row, in any direction, wins. A full board, or no pieces left, is a draw.":
    "Deje caer fichas en las columnas; gana quien primero tenga C o más en línea, en cualquier dirección. Si el tablero se llena o no quedan fichas, hay empate.",
  "Cover two adjacent empty cells with a brick of your colour, until none fits. Each island of your cells counts the square of its size; the score is the signed root of the difference.":
    "Cubra dos casillas vacías contiguas con un ladrillo de su color, hasta que no quepa ninguno. Cada isla de casillas suyas cuenta el cuadrado de su tamaño; el resultado es la raíz de la diferencia, con su signo.",
  "Bring the king to a corner tower, or capture him: enemies surround the king and his guards in the middle of the board. Pieces move like rooks and capture by closing in from two sides; the king is captured from three.":
    "Lleve el rey a una torre de las esquinas, o captúrelo: los enemigos rodean al rey y a sus guardias en el centro del tablero. Las fichas mueven como torres y capturan encerrando por dos lados; al rey se lo captura por tres.",
  "The whole tafl family: a king and his defenders against twice as many attackers, by one of the named rulesets, or by rules of your own.":
    "Toda la familia tafl: un rey y sus defensores contra el doble de atacantes, con uno de los reglamentos conocidos o con reglas propias.",
  "Move one of your queens like a chess queen, then shoot an arrow from where it landed, again like a queen; arrows block their cell for good. Whoever cannot move loses.":
    "Mueva una de sus reinas como una dama de ajedrez y luego dispare una flecha desde donde llegó, también como una dama; las flechas bloquean su casilla para siempre. Pierde quien no puede mover.",
  "the classic game": "el juego clásico", "a larger board": "un tablero mayor", "five in a row": "cinco en línea",
  "small enough to search by hand": "tan pequeño que se puede analizar a mano",
  "small enough to search to the end": "tan pequeño que se puede analizar hasta el final",
  "the default": "el habitual",
  "the board of the course's masters tournament": "el tablero del torneo de maestros del curso",
  "the standard board": "el tablero habitual", "a shorter game": "una partida más corta", small: "pequeño",
  "small enough to solve: the first player wins": "tan pequeño que está resuelto: gana quien empieza",
  "the course's game": "el juego del curso", "the smallest board": "el tablero más pequeño",
  "a small board": "un tablero pequeño",
  "twelve guards against twenty-four enemies": "doce guardias contra veinticuatro enemigos",
  "Fetlar hnefatafl, 11 × 11": "Hnefatafl de Fetlar, 11 × 11",
  "Brandubh, 7 × 7": "Brandubh, 7 × 7",
  "Magpie, 7 × 7: a slow, strong king": "Magpie, 7 × 7: un rey lento y fuerte",
  "Tablut after Linnaeus, 9 × 9": "Tablut según Linneo, 9 × 9",
  "Tablut with camps after Ashton, 9 × 9": "Tablut con campamentos según Ashton, 9 × 9",
  "Sea battle, 9 × 9: no special cells": "Batalla naval, 9 × 9: sin casillas especiales",
  "Tawlbwrdd, 11 × 11: a weak king": "Tawlbwrdd, 11 × 11: un rey débil",
  "Parlett's game, 13 × 13": "El juego de Parlett, 13 × 13",
  "Large tablut, 15 × 15": "Tablut grande, 15 × 15",
  "Alea Evangelii, 19 × 19": "Alea Evangelii, 19 × 19",
  "columns x rows": "columnas x filas", "how many in a row win": "cuántas en línea ganan",
  "pieces a side; the game is drawn when they are used up": "fichas por bando; hay empate cuando se agotan",
  "cells a side": "casillas por lado", "the side of the board": "el lado del tablero", "the ruleset": "el reglamento",

  // Players.
  "the strong player: alpha-beta that looks deeper where it matters":
    "el jugador fuerte: alfa-beta que mira más lejos donde importa",
  "the other strong player: a tree that grows where it promises most":
    "el otro jugador fuerte: un árbol que crece por donde más promete",
  "plays perfectly what it can solve in its share of the time, and else as engine does":
    "juega a la perfección lo que resuelve en su parte del tiempo, y si no, como engine",
  "looks at every move, without cuts": "mira todas las jugadas, sin podas",
  "minimax that cuts what cannot matter": "minimax que poda lo que no puede importar",
  "one ply ahead: the move after which the evaluator says most":
    "una jugada por delante: la jugada que el evaluador valora más",
  "full width, by the cost it may have": "a todo lo ancho, según el coste que puede tener",
  "narrower and deeper at the same cost: keeps the best moves by the evaluator":
    "más estrecho y profundo con el mismo coste: conserva las mejores jugadas según el evaluador",
  "any legal move, each equally likely": "cualquier jugada legal, todas con la misma probabilidad",
  "the first legal move in canonical order": "la primera jugada legal en el orden canónico",
  "an outside program: process:./player --fast, options before the command":
    "un programa externo: process:./player --fast, con las opciones antes de la orden",
  "a player for people, from 1 (easiest) to 10": "un jugador para personas, de 1 (el más fácil) a 10",
  "the winner of the course, with evolved weights": "el ganador del curso, con pesos evolucionados",
  "a course player: the first move there is": "un jugador del curso: la primera jugada que haya",
  "a course player: the largest islands after its move": "un jugador del curso: las islas más grandes tras su jugada",
  "the strongest course player: large islands with room to grow":
    "el jugador más fuerte del curso: islas grandes con espacio para crecer",
  "a course player: any move": "un jugador del curso: cualquier jugada",
  "any of the bricks that wabi may come to; standing ones only where the lying one of the same step does not fit":
    "cualquiera de los ladrillos a los que wabi puede llegar; verticales solo donde no cabe el horizontal del mismo paso",
  "the first brick that fits, tried lying along the rows and standing along the columns in turn":
    "el primer ladrillo que cabe, probando por turnos horizontal por filas y vertical por columnas",
  "the C-en-línea report's player, with the weights of its genetic search":
    "el jugador del informe de C en línea, con los pesos de su búsqueda genética",
  "the C-en-línea report's player, with the weights of its grid search":
    "el jugador del informe de C en línea, con los pesos de su búsqueda en rejilla",
  "Contact4 with its first evaluator: heights of the columns":
    "Contact4 con su primer evaluador: las alturas de las columnas",
  "Contact4 with its second evaluator: neighbours of the pieces":
    "Contact4 con su segundo evaluador: las vecinas de las fichas",
  "Contact4 with its third evaluator: neighbours of the playable cells":
    "Contact4 con su tercer evaluador: las vecinas de las casillas jugables",
  "the first heuristic of the course: material": "la primera heurística del curso: el material",
  "the second one, which its players used: material and the king's place":
    "la segunda, la que usaron sus jugadores: el material y el lugar del rey",
  "the third one: the four quarters too": "la tercera: también los cuatro cuadrantes",
  "wins, else blocks, else the greatest sum of its weights: best direction with the own pieces in it, quadrant, column":
    "gana; si no, bloquea; si no, la mayor suma de sus pesos: la mejor dirección con las fichas propias en ella, el cuadrante, la columna",
  "wins, else blocks, else makes the longest line it can":
    "gana; si no, bloquea; si no, hace la línea más larga que puede",
  "when it looks: wins, else blocks, else avoids to hand over a win; any move otherwise":
    "cuando mira: gana; si no, bloquea; si no, evita regalar la victoria; en otro caso, cualquier jugada",
  "the most solid of 7776 greedy players": "el más sólido de 7776 jugadores voraces",
  "the better player of the course: negamax on how far queens can go":
    "el mejor jugador del curso: negamax sobre lo lejos que llegan las reinas",
  "the other player of the course: negamax on what is around the queens":
    "el otro jugador del curso: negamax sobre lo que rodea a las reinas",

  // Their parameters.
  "how often it looks at the board before it moves": "con qué frecuencia mira el tablero antes de mover",
  "how often it looks for a row, one short of a win, with both ends playable":
    "con qué frecuencia busca una línea, a una ficha de ganar, con ambos extremos jugables",
  "how often it leaves out one of its groups of weights, any of the three: directions, quadrants, columns":
    "con qué frecuencia omite uno de sus grupos de pesos, cualquiera de los tres: direcciones, cuadrantes, columnas",
  "plies to look ahead": "jugadas que mira por delante",
  "positions to look at": "posiciones que mira", "time for a move": "tiempo por jugada",
  "processor time for a move": "tiempo de procesador por jugada",
  "how positions are judged": "cómo se valoran las posiciones",
  "of the evaluator's features, in their order, or @ and the name of a preset; those left out keep their defaults":
    "de los rasgos del evaluador, en su orden, o @ y el nombre de un preajuste; los omitidos conservan su valor habitual",
  "a network of one's own, for eval=network, which need not be said then":
    "una red propia, para eval=network, que entonces no hace falta decir",
  "the game's own": "la del juego",
  "@ and a file that `partida train` wrote, such as @./mine.net":
    "@ y un archivo escrito por `partida train`, como @./mine.net",
  "of a hundred moves, so many are any legal ones, played without a thought":
    "de cada cien jugadas, tantas son cualesquiera legales, hechas sin pensar",
  "in the opening, one of its four best moves that are worse than the best by at most so much, in per cent of what a move changes":
    "en la apertura, una de sus cuatro mejores jugadas que sean a lo sumo tanto peores que la mejor, en porcentaje de lo que cambia una jugada",
  "how many moves are judged for each that comes into the tree, where there are so many":
    "cuántas jugadas se valoran por cada una que entra en el árbol, donde hay tantas",
  "weights when playing the side that opens": "pesos al jugar con el bando que empieza",
  "weights when playing the other side": "pesos al jugar con el otro bando",
  "MiB for positions met before": "MiB para posiciones ya vistas",
  "MiB for positions met before, shared by all threads": "MiB para posiciones ya vistas, compartidos por todos los hilos",
  "MiB for positions met before, and as much for the engine":
    "MiB para posiciones ya vistas, y otros tantos para engine",
  "MiB for the tree, which is kept between moves": "MiB para el árbol, que se conserva entre jugadas",
  "how many threads search together; only with one does a search repeat node for node":
    "cuántos hilos buscan juntos; solo con uno se repite una búsqueda nodo por nodo",
  "search unlikely moves less deeply, and noisy positions beyond the depth; off: minimax":
    "busca con menos profundidad las jugadas improbables, y más allá de la profundidad las posiciones agitadas; off: minimax",
  "width of the first window around the last value, in per cent of what a move changes":
    "anchura de la primera ventana en torno al último valor, en porcentaje de lo que cambia una jugada",
  "plies less for late moves, in hundredths: this much for all of them":
    "jugadas menos para las jugadas tardías, en centésimas: tanto para todas",
  "and so much times ln(depth) ln(number of the move)": "y tanto por ln(profundidad) ln(número de la jugada)",
  "the first move that is searched less deeply": "la primera jugada que se busca con menos profundidad",
  "plies more or less, in hundredths, for moves with the worst or best record":
    "jugadas de más o de menos, en centésimas, para las jugadas con el peor o el mejor historial",
  "near the horizon, moves beyond so many are left out": "cerca del horizonte, se omiten las jugadas que pasen de tantas",
  "and so many more for each ply above it, squared": "y tantas más por cada jugada por encima de él, al cuadrado",
  "how many plies above the horizon moves are left out": "a cuántas jugadas del horizonte se omiten jugadas",
  "a move that would have to gain more than so much a ply is left out, in per cent of what a move changes":
    "se omite una jugada que tendría que ganar más de tanto por jugada, en porcentaje de lo que cambia una jugada",
  "how many plies above the horizon that is done": "a cuántas jugadas del horizonte se hace eso",
  "passing is tried with so many plies left or more": "se prueba a pasar cuando quedan tantas jugadas o más",
  "and searched so many plies less deeply": "y se busca con tantas jugadas menos de profundidad",
  "plies beyond the horizon while moves are noisy": "jugadas más allá del horizonte mientras las jugadas son agitadas",
  "so near the root, positions that mirror each other are one":
    "así de cerca de la raíz, las posiciones que son reflejo una de otra cuentan como una",
  "when the depth reaches so many per cent of the plies left, nothing is selective any more; 0: never":
    "cuando la profundidad llega a este porcentaje de las jugadas que quedan, ya nada es selectivo; 0: nunca",
  "weight of what the game says about a move, in per cent":
    "peso de lo que el juego dice de una jugada, en porcentaje",
  "ways down the tree": "recorridos por el árbol", "where random choices start from": "de dónde parte el azar",
  "random plies below a new position before it is judged; 0: it is judged at once":
    "jugadas al azar bajo una posición nueva antes de valorarla; 0: se valora enseguida",
  "how much moves are preferred that were tried seldom": "cuánto se prefieren las jugadas que se probaron poco",
  "after n visits the best n^widening moves by the evaluator are tried; 1: all":
    "tras n visitas se prueban las n^widening mejores jugadas según el evaluador; 1: todas",
  "the share of what the evaluator says in what a move is worth; the rest is the mean of its playouts":
    "la parte de lo que dice el evaluador en lo que vale una jugada; el resto es la media de sus partidas simuladas",
  "search only one of the moves that a symmetry of the position takes to each other":
    "busca solo una de las jugadas que una simetría de la posición lleva unas a otras",
  "which of several equally good moves is played": "cuál de varias jugadas igual de buenas se juega",
  "go to the depth ply by ply, as with other limits": "llega a la profundidad jugada a jugada, como con otros límites",
  "full: alpha and beta are both inherited; one-sided: only the parent's best is":
    "full: se heredan alfa y beta; one-sided: solo lo mejor del padre",
  "which moves are tried first": "qué jugadas se prueban primero",
  "full width, k - 1 plies ahead: a cost of n^(2k) on n x n cells":
    "a todo lo ancho, k - 1 jugadas por delante: un coste de n^(2k) en n x n casillas",
  "n^x moves are kept at each node, n being the side of the board":
    "en cada nodo se conservan n^x jugadas, siendo n el lado del tablero",
  "a cost of n^(2k), which gives 2(k - 2)/x plies": "un coste de n^(2k), que da 2(k - 2)/x jugadas",
  "look deeper when fewer moves are legal than would be kept":
    "mira más lejos cuando hay menos jugadas legales de las que se conservarían",
  "from the easiest to the hardest": "del más fácil al más difícil",
  "how the program is talked to": "cómo se habla con el programa",
  "time to start and to get ready": "tiempo para iniciarse y prepararse",
  "that each of its processes may have": "que puede tener cada uno de sus procesos",
  "processor time that each of its processes may take in all":
    "tiempo de procesador que puede gastar en total cada uno de sus procesos",
  "private: it writes temporary files only, and reads what its command names, the working directory and the system; off: no limits":
    "private: solo escribe archivos temporales, y lee lo que nombra su orden, el directorio de trabajo y el sistema; off: sin límites",
  "the rest of the text: a program and its arguments, quoted as in a shell":
    "el resto del texto: un programa y sus argumentos, entrecomillados como en una consola",

  // What they are if nothing is said.
  "enough to fill the board": "las que llenan el tablero", "to the end of the game": "hasta el final de la partida",
  "no limit": "sin límite", "the game's first evaluator": "el primer evaluador del juego",
  "the evaluator's own": "los del evaluador", "the same as weights": "los mismos que weights",
  "1s, if nothing else limits the search": "1s, si nada más limita la búsqueda",
  "1s, if nothing else limits it": "1s, si nada más lo limita",
  "that of the game's strong players": "el de los jugadores fuertes del juego",
  "none: it must be given": "ninguna: hay que darla",

  // What they can be.
  "on or off": "on u off", "a time such as 100ms, 2s or 1m": "un tiempo como 100ms, 2s o 1m",
  "numbers separated by slashes, such as 4/2/5/4/2": "números separados por barras, como 4/2/5/4/2",
  "an evaluator of the game": "un evaluador del juego",
  "a preset, an odd size from 7 to 19, @file, or rules in the one-line notation (dim:9 esc:e …)":
    "un preajuste, un tamaño impar de 7 a 19, @archivo, o reglas en la notación de una línea (dim:9 esc:e …)",
  "an amount such as 512M or 2G": "una cantidad como 512M o 2G",
  "private, off, or directories it may write to, with colons between them":
    "private, off, o los directorios en los que puede escribir, separados por dos puntos",
  "a program and its arguments": "un programa y sus argumentos",

  // What texts are about.
  position: "posición", move: "jugada", moves: "jugadas", game: "juego", player: "jugador",
  "board file": "archivo de tablero", "game record": "registro de partida", clock: "reloj", greeting: "saludo", sizes: "tamaños", column: "columna",
  order: "orden", answer: "respuesta",

  // What is wrong with a text, and what is expected instead.
  "the line ends": "la línea termina", "the text ends": "el texto termina",
  "the end of the text": "el final del texto", "the end of the move": "el final de la jugada",
  "the end of the line": "el final de la línea",
  "at least one cell": "al menos una casilla",
  "the board is too large": "el tablero es demasiado grande",
  "an argument behind the colon, or no colon": "un argumento tras los dos puntos, o sin dos puntos",
  "no arguments": "ningún argumento", "it once": "una sola vez", "a file with a ruleset": "un archivo con un reglamento",
  "presets cannot be read here": "aquí no se pueden leer preajustes",
  "a preset cannot name another one": "un preajuste no puede nombrar a otro",
  "this game has no positions that are set up by hand": "este juego no tiene posiciones que se preparen a mano",
  "no more moves": "ninguna jugada más", "this is too long": "esto es demasiado largo", "at most a week": "una semana a lo sumo",
  'a header such as [Game "connect"]': 'una cabecera como [Game "connect"]',
  "the column is full": "la columna está llena", "a column with room": "una columna con espacio",
  "this piece floats": "esta ficha flota", "a piece below it": "una ficha debajo",
  "as many of both, or one more of the side that waits": "tantas de uno como de otro, o una más del bando que espera",
  "a line only of the side that moved last": "una línea solo del bando que jugó el último",
  "two cells that share an edge": "dos casillas que comparten un lado", "two empty cells": "dos casillas vacías",
  "two cells for each brick": "dos casillas por ladrillo",
  "as many of both when x is to move, one more of x when o is":
    "tantos de uno como de otro si mueve x, uno más de x si mueve o",
  "a closing ')'": "un ')' que cierre", "a queen's move over empty cells": "un movimiento de reina por casillas vacías",
  "a cell on which it may stop": "una casilla en la que pueda detenerse",
  "a second king": "un segundo rey", "one king": "un rey", "there is no king": "no hay rey",
  "the king": "el rey", nothing: "nada",
  "a cell in line that the piece can reach and stop on":
    "una casilla en línea a la que la ficha pueda llegar y en la que pueda detenerse",
  "x and what is captured, or the end of the move": "x y lo que se captura, o el final de la jugada",
  "no captures: this move makes none": "ninguna captura: esta jugada no captura nada",
  "the rows of the board": "las filas del tablero",

  // About rules of one's own.
  "name:value": "nombre:valor",
  "a comma and another cell": "una coma y otra casilla",
  "one number, one for each side, or eight (t c n k T C N K), -1 for no limit":
    "un número, uno para cada bando, u ocho (t c n k T C N K), -1 si no hay límite",
  knights: "los caballeros", commanders: "los comandantes", mercenaries: "los mercenarios",
  "kings of the attackers": "los reyes de los atacantes", "jumps of the king": "los saltos del rey",
  "berserk moves": "las jugadas berserk", "rules without them": "reglas sin eso", "t, T and K only": "solo t, T y K",
  "the rules do not begin with the size of the board": "las reglas no empiezan con el tamaño del tablero",
  "dim: and a number": "dim: y un número", "there are two starts": "hay dos posiciones iniciales",
  "the rules have no start": "las reglas no tienen posición inicial",
  "start: and the rows of the board": "start: y las filas del tablero",
  "each cell in one list at most": "cada casilla en una lista a lo sumo",
  "the king escapes to the corners, but there are none": "el rey escapa a las esquinas, pero no hay ninguna",
  "corner cells, or escape to the edge": "casillas de esquina, o escape al borde",
  "a piece that cannot move": "una ficha que no puede mover", "two names": "dos nombres",
  "no attackers": "ningún atacante", "at least one attacker": "al menos un atacante",
  'a cell such as "a1"': 'una casilla como "a1"',

  // About players.
  "a weight is given": "se da un peso", "none: this evaluator has no features": "ninguno: este evaluador no tiene rasgos",
  "the weights are too large, or have too many decimals, for sums on this board to be exact":
    "los pesos son demasiado grandes, o tienen demasiados decimales, para que las sumas en este tablero sean exactas",
  "this game cannot build it": "este juego no lo puede construir", "another player": "otro jugador",
  "a program that can be run": "un programa que se pueda ejecutar", "one line of text": "una línea de texto",
  "a quote in the command is never closed": "unas comillas de la orden no se cierran", "quotes in pairs": "comillas en pares",
  "the command is empty": "la orden está vacía",
  "a program and its arguments, such as ./player --fast": "un programa y sus argumentos, como ./player --fast",
  "a game of Bricks": "un juego de Ladrillos", "a game of Connect": "un juego de C en línea",
  "a number of at most nine digits and six decimals": "un número de nueve cifras y seis decimales a lo sumo",

  // What outside programs and judges tell each other.
  "row, column and direction (0 or 1)": "fila, columna y dirección (0 o 1)",
  "the size of the board and 0 or 1": "el tamaño del tablero y 0 o 1",
  "these are not two numbers": "no son dos números", "the size is not a number": "el tamaño no es un número",
  "this is no side": "no es un bando", "this game has no bricks": "este juego no tiene ladrillos", "there is no such direction": "no existe esa dirección",
  "the brick is not on the board": "el ladrillo no está en el tablero",
  "columns, rows, how many in a row, pieces a side": "columnas, filas, cuántas en línea, fichas por bando",
  "a column, counted from 0": "una columna, contando desde 0", "there is no such column": "no existe esa columna",
  "the text of a game, such as connect:7x6,c=4": "el texto de un juego, como connect:7x6,c=4",
  "name NAME value VALUE": "name NOMBRE value VALOR",
  "setoption name NAME value VALUE": "setoption name NOMBRE value VALOR",
  "start, or the text of a position": "start, o el texto de una posición",
  "no position stands before moves": "delante de moves no hay posición",
  "an increment without a clock": "un incremento sin reloj", "clock and the time left": "clock y el tiempo que queda",
  "the name of an option": "el nombre de una opción", "a name": "un nombre", "a move": "una jugada", "a number": "un número",
  positions: "posiciones", "the time": "el tiempo", "the time left": "el tiempo que queda", "the increment": "el incremento",
};

/**
 * Sentences with something put in, the first that fits. What stands in angle brackets is one of `kinds`; `$1` is the
 * first of them in Spanish, and `{1:casilla|casillas}` a word that goes with that number.
 */
const patterns = [
  ["<name> must be given", "falta $1"],
  ["there is no option <quoted>", "no hay ninguna opción $1"],
  // Sentences within sentences.
  ["<phrase> (did you mean <quoted>?)", "$1 (¿quiso decir $2?)"],
  ["move <number> (<word>): <phrase>", "jugada $1 ($2): $3"],
  ["<phrase>; its last words: <any>", "$1; sus últimas palabras: $2"],
  ["<subject>, <place>: <phrase>; expected <expected>", "$1, $2: $3; se esperaba: $4"],
  ["<subject>, <place>: <phrase>", "$1, $2: $3"],
  ["<place>: <phrase>", "$1: $2"],
  ["expected <expected>", "se esperaba: $1"],

  // How games end.
  ["<number> in a row", "$1 en línea"],
  ["<side> has no move left", "$1 sin jugadas"],
  ["no <side> left", "no quedan $1"],
  ["the <side> are surrounded", "los $1 están rodeados"],
  ["<number> moves were played", "{1:se jugó una jugada|se jugaron $1 jugadas}"],
  ["the program ended: <phrase>", "el programa terminó: $1"],
  ["exit status <number>", "estado de salida $1"],
  ["signal <number> (<name>)", "señal $1 ($2)"],
  ["signal <number>", "señal $1"],
  ['<reason>: "<any>" (<phrase>)', "$1: «$2» ($3)"],
  ['<reason>: "<any>"', "$1: «$2»"],
  ["<reason> (<phrase>)", "$1 ($2)"],
  // What the system says stays as it is.
  ["the program cannot be started (<any>)", "el programa no se puede iniciar ($1)"],
  ["there is no file <any>", "no existe el archivo $1"],
  ["<any> is a directory", "$1 es un directorio"],
  ["<any> is not executable", "$1 no es ejecutable"],
  ["there is no command <quoted>; the file here is <any>", "no existe la orden $1; el archivo de aquí es $2"],
  ["it cannot be tied to its parent: <any>", "no se puede atar a su proceso padre: $1"],
  ["its files cannot be restricted: <any>", "sus archivos no se pueden restringir: $1"],
  ["<any> cannot be limited: <any>", "$1 no se puede limitar: $2"],

  // What the server answers; what its libraries say stays as it is.
  ["there are more than <number> moves", "hay más de $1 jugadas"],
  ["move <number> is not one move: <quoted>", "la jugada $1 no es una sola jugada: $2"],
  ["the table cannot be read: <any>", "la partida no se puede leer: $1"],
  ["this is no game record: <any>", "esto no es un registro de partida: $1"],
  ["there are several headers <any>", "hay varias cabeceras $1"],
  ["the header <any> is no text", "la cabecera $1 no es texto"],
  ["Failed to parse the request body as JSON: <any>", "El cuerpo de la petición no es JSON: $1"],
  ["Failed to deserialize the JSON body into the target type: <any>", "El JSON de la petición no es del tipo esperado: $1"],
  ["Expected request with `Content-Type: application/json`", "La petición debe tener `Content-Type: application/json`"],
  ["Failed to deserialize query string: <any>", "Los parámetros de la dirección no son los esperados: $1"],
  ["Failed to buffer the request body: <rest>", "No se pudo recibir el cuerpo de la petición: $1"],
  ["Request body didn't contain valid UTF-8: <any>", "El cuerpo de la petición no es UTF-8 válido: $1"],
  ["Invalid URL: <rest>", "Dirección no válida: $1"],
  ["Invalid UTF-8 in `<any>`", "UTF-8 no válido en `$1`"],
  ["No paths parameters found for matched route", "La dirección no tiene los parámetros de su ruta"],

  // What is wrong with the store.
  ["the store <any> cannot be opened: <rest>", "el almacén $1 no se puede abrir: $2"],
  ["there is no tournament <quoted>; `partida tournament list` shows those that there are",
    "no existe el torneo $1; `partida tournament list` muestra los que hay"],
  ["there is a tournament <quoted> already", "ya existe un torneo $1"],
  ["another process is playing tournament <quoted>", "otro proceso está jugando el torneo $1"],
  ["there is no tuning <quoted>; `partida tune list` shows those that there are",
    "no existe el ajuste $1; `partida tune list` muestra los que hay"],
  ["there is a tuning <quoted> already; go on with it (partida tune resume), delete it (partida tune delete), or give this one another name",
    "ya existe un ajuste $1; continúelo (partida tune resume), bórrelo (partida tune delete) o dé otro nombre a este"],
  ["another process is at tuning <quoted>", "otro proceso está con el ajuste $1"],
  ["an entry cannot be read: <any>", "una entrada no se puede leer: $1"],

  // Clusters.
  ["the cluster cannot be reached: <any>", "no se puede llegar al clúster: $1"],
  ["there is no cluster here yet: partida cluster init makes one", "aquí todavía no hay ningún clúster: partida cluster init lo crea"],
  ["this cluster was made by another version of partida (its tables are of version <any>)", "este clúster lo creó otra versión de partida (sus tablas son de la versión $1)"],
  ["experiment <any> was begun with partida <any>, and this is partida <any>", "el experimento $1 se empezó con partida $2, y esta es partida $3"],
  ["there are other jobs of the same numbers", "hay otras tareas con los mismos números"],
  ["somebody else has removed the jobs, or taken over the experiment", "alguien ha quitado las tareas o se ha hecho cargo del experimento"],
  ["the cluster refuses: <any>", "el clúster se niega: $1"],
  ["on a cluster games are limited by nodes, so that every machine plays the same; --allow-time lets them be timed, each machine by its speed",
    "en un clúster las partidas se limitan por nodos, para que todas las máquinas jueguen igual; --allow-time permite limitarlas por tiempo, cada máquina según su velocidad"],
  ["<any> is an outside program, which cannot play on a cluster", "$1 es un programa externo, que no puede jugar en un clúster"],
  ["<any> would play by the clock, and on a cluster every machine must play the same: limit it by depth=, nodes= or playouts=, or all players with --nodes",
    "$1 jugaría por reloj, y en un clúster todas las máquinas deben jugar igual: limítelo con depth=, nodes= o playouts=, o a todos los jugadores con --nodes"],
  ["the store <any>: <rest>", "el almacén $1: $2"],

  // What parameters are, and can be.
  ["<phrase> (protocol partida)", "$1 (protocolo partida)"],
  ["<phrase>, told to the program", "$1, dato que recibe el programa"],
  ["<phrase>, deepening ply by ply", "$1, profundizando jugada a jugada"],
  ["a whole number from <number> to <number>", "un número entero de $1 a $2"],
  ["a whole number from <number>", "un número entero desde $1"],
  ["an odd number from <number> to <number>", "un número impar de $1 a $2"],
  ["columns x rows, each from <number> to <number>", "columnas x filas, de $1 a $2 cada una"],
  ["a number from <number> to <number>", "un número de $1 a $2"],
  ["a number from <number>", "un número desde $1"],
  ["<names> or o", "$1 u o"],
  ["<names> or <item>", "$1 o $2"],

  // Games and players as texts.
  ["Copenhagen hnefatafl, <number> × <number>", "Hnefatafl de Copenhague, $1 × $2"],
  ["<name> is given twice", "$1 se da dos veces"],
  ["<name> has no value", "$1 no tiene valor"],
  ["<name>= and <phrase>", "$1= y $2"],
  ["<quoted> is not known here", "$1 no se conoce aquí"],
  ["there is no <quoted>", "no existe $1"],
  ["there is no <thing> <quoted>", "no existe $1 $2"],
  ["<name> cannot be <quoted>", "$1 no puede ser $2"],
  ["<phrase> cannot be <quoted>", "$1 no puede ser $2"],
  ["preset <quoted>, player <quoted>: <phrase>", "preajuste $1, jugador $2: $3"],
  ["preset <quoted>: <rest>", "preajuste $1: $2"],
  ["preset <quoted> is an outside program, which takes no arguments",
    "el preajuste $1 es un programa externo, que no admite argumentos"],
  ["<any> has no networks", "$1 no tiene redes"],
  ["preset <quoted> has no weights", "el preajuste $1 no tiene pesos"],
  ["a weight cannot be <any>; expected <phrase>", "un peso no puede ser $1; se esperaba: $2"],
  ["<number> weights are given", "se dan $1 pesos"],
  ["at most <number>: <any>", "a lo sumo $1: $2"],
  ["the weight of <any> cannot be <number>", "el peso de $1 no puede ser $2"],
  ["protocol <name> is not for <any>", "el protocolo $1 no es para $2"],
  ["the command contains <letter>", "la orden contiene $1"],
  ["there is no board of <number> x <number>", "no hay tablero de $1 x $2"],
  ["<any>: files cannot be read here", "$1: aquí no se pueden leer archivos"],
  ["<names>, an odd size, @file or dim:…", "$1, un tamaño impar, @archivo o dim:…"],

  // Boards.
  ["found <letter>", "se encontró $1"],
  ["found <quoted> behind the side to move", "se encontró $1 tras el bando que mueve"],
  ["found <quoted>", "se encontró $1"],
  ["the side to move, <phrase>", "el bando que mueve, $1"],
  ["a number of empty cells, <names> or /", "un número de casillas vacías, una letra ($1) o /"],
  ["a run of <number> empty cells", "una serie de $1 casillas vacías"],
  ["at most <number> columns and <number> rows", "$1 columnas y $2 filas a lo sumo"],
  ["row <number> has <number> cells", "la fila $1 tiene $2 {2:casilla|casillas}"],
  ["<number>, as in the first row", "$1, como en la primera fila"],
  ["the board has <number> columns and <number> rows",
    "el tablero tiene $1 {1:columna|columnas} y $2 {2:fila|filas}"],
  ["<number> columns and <number> rows", "$1 {1:columna|columnas} y $2 {2:fila|filas}"],
  ["a cell from a1 to <cell>", "una casilla de a1 a $1"],
  ["<cell> is not on the board", "$1 no está en el tablero"],
  ["there are <number> cells", "hay $1 {1:casilla|casillas}"],
  ["<number> cells", "$1 {1:casilla|casillas}"],

  // Moves and positions of each game.
  ["<quoted> is not a column", "$1 no es una columna"],
  ["a column from a to <cell> (or 1 to <number>)", "una columna de a a $1 (o de 1 a $2)"],
  ["<number> x and <number> o, with <name> to move", "$1 x y $2 o, y mueve $3"],
  ["<number> x and <number> o", "$1 x y $2 o"],
  ["at most <number> pieces a side", "$1 {1:ficha|fichas} por bando a lo sumo"],
  ["<name> is to move but has won already", "mueve $1, pero ya ha ganado"],
  ["<cell> and <cell> are not side by side", "$1 y $2 no son contiguas"],
  ["<cell> is covered already", "$1 ya está cubierta"],
  ["the cells of <name> are not made of whole bricks", "las casillas de $1 no forman ladrillos enteros"],
  ["<number> bricks of x and <number> of o, with <name> to move",
    "$1 {1:ladrillo|ladrillos} de x y $2 de o, y mueve $3"],
  ["the arrow is shot from <cell>", "la flecha se dispara desde $1"],
  ["<cell>, where the queen went", "$1, adonde fue la reina"],
  ["<side> has no queen on <cell>", "no hay reina de $1 en $2"],
  ["a queen's cell: <any>", "una casilla con reina: $1"],
  ["the queen cannot go from <cell> to <cell>", "la reina no puede ir de $1 a $2"],
  ["the arrow cannot fly from <cell> to <cell>", "la flecha no puede volar de $1 a $2"],
  ["<phrase> on <cell>", "$1 en $2"],
  ["one of the <side>", "uno de los $1"],
  ["one king (or none, and the <side> to move: he has been captured)",
    "un rey (o ninguno, y que muevan los $1: ha sido capturado)"],
  ["a piece of the <side>", "una ficha de los $1"],
  ["<cell> cannot go to <cell>", "$1 no puede ir a $2"],
  ["the move does not capture <any>", "la jugada no captura $1"],
  ["1 (<side> to move) or 2 (<side> to move)", "1 (mueven los $1) o 2 (mueven los $2)"],
  ["rows of <number> cells", "filas de $1 {1:casilla|casillas}"],
  ["<number> rows of <number> cells", "$1 {1:fila|filas} de $2 {2:casilla|casillas}"],
  ["<number> rows", "$1 {1:fila|filas}"],
  ["<number>, the size of this game", "$1, el tamaño de este juego"],
  ["<number>, as many as columns", "$1, tantas como columnas"],

  // Rules of one's own.
  ["<quoted> is not a rule", "$1 no es una regla"],
  ["<quoted> is not a list of pieces", "$1 no es una lista de fichas"],
  ["<quoted> is not a cell", "$1 no es una casilla"],
  ["letters of t, T and K, or <phrase>", "letras de t, T y K, o $1"],
  ["<phrase> and their jumps", "$1 y sus saltos"],
  ["<phrase> are outside our rules", "$1 no están en nuestras reglas"],
  ["the board cannot be <size> cells wide", "el tablero no puede tener $1 casillas de ancho"],
  ["a cell of a board of <number> x <number>", "una casilla de un tablero de $1 x $2"],
  ["<cell> is special in two ways", "$1 es especial de dos maneras"],
  ["<number> is no repetition", "$1 no es una repetición"],
  ["a limit of <number> plies", "un límite de $1 {1:jugada|jugadas}"],
  ["<quoted> is no name", "$1 no es un nombre"],
  ["<quoted> behind the rows", "$1 tras las filas"],
  ["<number> kings", "$1 {1:rey|reyes}"],
  ["<name>: <phrase>", "$1: $2"],

  // What outside programs and judges tell each other.
  ["<number> words", "$1 {1:palabra|palabras}"],
  ["<phrase>, a whole number from 0", "$1, un número entero desde 0"],
  ["<phrase> in milliseconds", "$1 en milisegundos"],
];

/** What there can be no <quoted> of, with its article. */
const things = {
  __proto__: null,
  game: "el juego", player: "el jugador", rule: "la regla", ruleset: "el reglamento", command: "la orden",
};

/** What can be put into sentences: how it looks, and what it is in Spanish, by default itself. */
const kinds = {
  any: [".*"],
  number: [String.raw`-?\d+(?:\.\d+)?`],
  cell: [String.raw`[a-z]\d*`],
  /** Names of parameters, fields and signals. */
  name: ["[A-Za-z][A-Za-z0-9.-]*"],
  word: [".+?"],
  /** Texts and letters of whoever asked, as Rust quotes them. */
  quoted: [String.raw`"(?:[^"\\]|\\.)*"`],
  letter: [String.raw`'(?:[^\\]|\\[^']+|\\')'`],
  size: [String.raw`\d+|"(?:[^"\\]|\\.)*"`],
  /** What is typed as it is. */
  item: [String.raw`[\w.*@/=:×-]+`],
  names: [String.raw`[\w.*@/=:-]+(?:, [\w.*@/=:-]+)*`],
  phrase: [".+", phrase],
  /** What others say may be anything. */
  rest: [".*", (english) => phrase(english) ?? english],
  place: [String.raw`(?:line \d+, )?column \d+`, (english) => english.replace("line", "línea").replace("column", "columna")],
  reason: ["[^:(]+", (english) => phrases[english]],
  expected: [".+", expectation],
  subject: ["[^,:]+", topic],
  /** Rulesets may have names of their own for the sides. */
  side: [".+", (english) => phrases[english] ?? english],
  thing: ["[a-z]+", (english) => things[english]],
};

const same = (text) => text;

const sentences = patterns.map(([english, spanish]) => {
  const readers = [];
  const parts = english.split(/<(\w+)>/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const [form, reader = same] = kinds[part];
    readers.push(reader);
    return `(${form})`;
  });
  return { form: new RegExp(`^${parts.join("")}$`, "su"), readers, spanish };
});

/** A pattern's Spanish with what is put in. */
const filled = (spanish, values) =>
  spanish
    .replace(/\{(\d):([^|]*)\|([^}]*)\}/g, (_, place, one, many) => (values[place - 1] === "1" ? one : many))
    .replace(/\$(\d)/g, (_, place) => values[place - 1]);

/** A phrase or a sentence of the server in Spanish; `undefined` if it is not known. */
export function phrase(english) {
  if (phrases[english] !== undefined) return phrases[english];
  for (const { form, readers, spanish } of sentences) {
    const values = english.match(form)?.slice(1).map((value, index) => readers[index](value));
    if (values && !values.includes(undefined)) return filled(spanish, values);
  }
  return undefined;
}

/** What was expected: a phrase, or a list of names and of parameters with what they can be. */
function expectation(english) {
  // Some names are also words that have a translation.
  if (/^[a-z0-9-]+=?$/.test(english)) return english;
  const known = phrase(english);
  if (known !== undefined) return known;
  const parameter = english.match(/^([\w-]+=?) \((.+)\)$/s);
  const range = parameter && phrase(parameter[2]);
  if (range) return `${parameter[1]} (${range})`;
  // Commas in brackets belong to what is in them.
  const items = english.split(/, (?![^(]*\))/);
  if (items.length === 1) return /^[\w.*@/=-]+$/.test(english) ? english : undefined;
  const spanish = items.map(expectation);
  return spanish.includes(undefined) ? undefined : spanish.join(", ");
}

/** What a text is about: a word, or a file. */
function topic(english) {
  return phrases[english] ?? (/[./]/.test(english) ? english : undefined);
}

/** What cannot be seen is escaped, as the server does. */
const printable = (text) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${hidden.codePointAt(0).toString(16)}}`);

/** The sentence of an error document in Spanish; `undefined` if some part of it is not known. */
export function failure({ error, kind, text }) {
  if (!text) return phrase(error) ?? (kind === "store" ? `el almacén falló: ${error}` : undefined);
  const { subject, line, column, problem, expected } = text;
  const parts = [topic(subject), phrase(problem), expected === "" ? "" : expectation(expected)];
  if (parts.includes(undefined)) return undefined;
  // Only texts of several lines have their lines counted.
  const place = error.startsWith(`${subject}, line `) ? `línea ${line}, columna ${column}` : `columna ${column}`;
  const end = parts[2] && `; se esperaba: ${parts[2]}`;
  return printable(`${parts[0]}, ${place}: ${parts[1]}${end}`);
}
