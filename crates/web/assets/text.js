// Every string of the page itself, in English and in Spanish. What the server says is in spanish.js.

export const languages = { en: "English", es: "Español" };
const columns = Object.keys(languages);

/** Each key in each language, in the order of `languages`. `{name}` stands for what is put in. */
export const texts = {
  tagline: ["A laboratory for board games", "Un laboratorio de juegos de tablero"],
  language: ["Language", "Idioma"],
  home: ["Partida, to the start page", "Partida, a la página de inicio"],
  "skip-to-content": ["Skip to the content", "Saltar al contenido"],

  "nav.runs": ["Tournaments", "Torneos"],
  "nav.tree": ["Trees", "Árboles"],

  "cluster.title": ["Machines at work", "Máquinas en marcha"],
  "cluster.state": ["machines: {count} · jobs a second: {rate}", "máquinas: {count} · tareas por segundo: {rate}"],
  "cluster.leaving": ["all of them are to leave", "todas deben retirarse"],
  "cluster.name": ["machine", "máquina"],
  "cluster.threads": ["threads", "hilos"],
  "cluster.yardstick": ["ms for the yardstick", "ms para el patrón"],
  "cluster.jobs": ["jobs done", "tareas hechas"],
  "cluster.rate": ["jobs a second", "tareas por segundo"],
  "cluster.silent": ["silent for {seconds} s", "sin señal desde hace {seconds} s"],
  "cluster.open": ["at work", "en curso"],
  "cluster.paused": ["paused", "en pausa"],
  "cluster.done": ["done", "hecho"],
  "cluster.counts": ["waiting {queued} · at work {leased} · done {done} · given up {parked}", "en espera {queued} · en curso {leased} · hechas {done} · abandonadas {parked}"],
  "cluster.parked": ["Job {number} was given up after {attempts} attempts:", "La tarea {number} se abandonó tras {attempts} intentos:"],

  "runs.title": ["Tournaments and tunings", "Torneos y ajustes"],
  "runs.new-tournament": ["New tournament", "Torneo nuevo"],
  "runs.new-tuning": ["New tuning", "Ajuste nuevo"],
  "runs.name": ["What to call it", "Cómo llamarlo"],
  "runs.workers": ["Games at a time", "Partidas a la vez"],
  "runs.more": ["More options", "Más opciones"],
  "runs.write-file": ["Write the file", "Escribir el archivo"],
  "runs.file": ["What is tuned, and how: change what you like", "Qué se ajusta y cómo: cambie lo que quiera"],
  "runs.played": ["games: {count}", "partidas: {count}"],
  "runs.running": ["running", "en marcha"],
  "runs.stopped": ["stopped", "detenido"],
  "runs.complete": ["complete", "terminado"],
  "runs.choose": ["Choose {name}", "Elegir {name}"],
  "runs.compare": ["Compare two", "Comparar dos"],
  "runs.stop": ["Pause", "Pausar"],
  "runs.resume": ["Go on", "Continuar"],
  "runs.change": ["Change", "Cambiar"],
  "runs.report": ["Report", "Informe"],
  "runs.standings": ["Standings", "Clasificación"],
  "runs.rank": ["rank", "puesto"],
  "runs.player": ["player", "jugador"],
  "runs.points": ["points", "puntos"],
  "runs.games": ["games", "partidas"],
  "runs.wins": ["won", "ganadas"],
  "runs.draws": ["drawn", "empatadas"],
  "runs.losses": ["lost", "perdidas"],
  "runs.forfeits": ["forfeits", "incomparecencias"],
  "runs.move-time": ["ms a move", "ms por jugada"],
  "runs.all-games": ["Games", "Partidas"],
  "runs.fitness": ["Fitness", "Aptitud"],
  "runs.numbers": ["Numbers over the games", "Números a lo largo de las partidas"],
  "runs.best": ["best", "mejor"],
  "runs.mean": ["mean", "media"],
  "runs.worst": ["worst", "peor"],
  "runs.start": ["at the start", "al principio"],
  "runs.validation": ["Validation", "Validación"],
  "runs.elo": ["Elo {elo}", "Elo {elo}"],

  "setup.title": ["New game", "Partida nueva"],
  "setup.game": ["Game", "Juego"],
  "setup.variant": ["Variant", "Variante"],
  "setup.own-variant": ["as written", "según el texto"],
  "setup.text": ["The game as text", "El juego como texto"],
  "setup.position": ["Starting position (optional)", "Posición inicial (opcional)"],
  "setup.players": ["Players", "Jugadores"],
  "setup.person": ["Person", "Persona"],
  "setup.machine": ["Machine", "Máquina"],
  "setup.other": ["Other", "Otro"],
  "setup.level": ["Level {level}", "Nivel {level}"],
  "setup.player-text": ["Player as text", "Jugador como texto"],
  "setup.start": ["Start", "Empezar"],
  "setup.edit": ["Set it up on a board", "Colocar en un tablero"],
  "setup.paste": ["Paste a game record, moves or a position", "Pegar un registro de partida, jugadas o una posición"],
  "setup.pasted": ["moves to begin with: {count}", "jugadas iniciales: {count}"],
  "setup.clock": ["Clock", "Reloj"],
  "setup.no-clock": ["without", "sin reloj"],
  "setup.own-clock": ["other", "otro"],
  "setup.clock-text": ["Clock as text, such as 3m+2s", "Reloj como texto, por ejemplo 3m+2s"],
  "setup.minutes": ["{minutes} min + {seconds} s a move", "{minutes} min + {seconds} s por jugada"],
  "setup.parameters": ["What can be chosen", "Lo que se puede elegir"],
  "setup.earlier": ["Earlier games", "Partidas anteriores"],
  "setup.none": ["None yet.", "Todavía ninguna."],
  "setup.more": ["Show all {count}", "Mostrar las {count}"],
  "setup.plies": ["moves: {count}", "jugadas: {count}"],
  "setup.delete": ["Delete", "Borrar"],
  "setup.delete-game": ["Delete {game} of {date}", "Borrar {game} del {date}"],

  person: ["Person", "Persona"],
  level: ["Machine, level {level}", "Máquina, nivel {level}"],

  loading: ["Loading…", "Cargando…"],
  "error.network": ["The server cannot be reached.", "No se puede contactar con el servidor."],
  "error.lost": ["Connection lost; trying again…", "Conexión perdida; reintentando…"],
  "error.back": ["To the start page", "A la página de inicio"],

  "play.board": ["Board of {game}", "Tablero de {game}"],
  "play.turn": ["{side} to move", "Turno: {side}"],
  "play.thinking": ["{side} to move: thinking…", "Turno: {side}, pensando…"],
  "play.win": ["Win for {side}", "Victoria de {side}"],
  "play.win-by": ["Win for {side} by {margin}", "Victoria de {side} por {margin}"],
  "play.draw": ["Draw", "Empate"],
  "play.earlier": ["Position after move {ply} of {plies}", "Posición tras la jugada {ply} de {plies}"],
  "play.earlier-start": ["Starting position", "Posición inicial"],
  "play.to-now": ["Back to the game", "Volver a la partida"],
  "play.against": ["{first} – {second}", "{first} – {second}"],
  "play.moves": ["Moves", "Jugadas"],
  "play.no-moves": ["No moves yet.", "Todavía no hay jugadas."],
  "play.start": ["To the start", "Al principio"],
  "play.back": ["One move back", "Una jugada atrás"],
  "play.forward": ["One move forward", "Una jugada adelante"],
  "play.end": ["To the latest move", "A la última jugada"],
  "play.undo": ["Undo", "Deshacer"],
  "play.hint": ["Hint", "Pista"],
  "play.hint-is": ["Hint: {move}", "Pista: {move}"],
  "play.resign": ["Resign", "Abandonar"],
  "play.flip": ["Flip board", "Girar tablero"],
  "play.again": ["Play again", "Otra vez"],
  "play.new": ["New game", "Partida nueva"],
  "play.copy-moves": ["Copy moves", "Copiar jugadas"],
  "play.copy-position": ["Copy position", "Copiar posición"],
  "play.copy-link": ["Copy link", "Copiar enlace"],
  "play.copied": ["Copied.", "Copiado."],
  "play.not-copied": ["Could not copy.", "No se pudo copiar."],
  "play.moved": ["{side}: {move}.", "{side}: {move}."],
  "play.on-board": ["On the board", "En el tablero"],
  "play.keys": [
    "Board: arrow keys, Enter to point, Escape to go back. Elsewhere: ← and → step through the moves.",
    "Tablero: flechas, Intro para señalar, Escape para volver atrás. Fuera de él: ← y → recorren las jugadas.",
  ],

  "play.branch": ["A line of your own, from move {ply}", "Una línea propia, desde la jugada {ply}"],
  "play.branch-start": ["A line of your own, from the start", "Una línea propia, desde el principio"],
  "play.play-on": ["Play on from here", "Jugar desde aquí"],
  "play.edit": ["Edit the board", "Editar el tablero"],
  "play.copy-record": ["Copy record", "Copiar registro"],
  "play.time-left": ["Time left for {side}", "Tiempo de {side}"],

  "edit.title": ["Set up a position", "Colocar una posición"],
  "edit.pieces": ["What to put down", "Qué colocar"],
  "edit.piece": ["{what} of {side}", "{what} de {side}"],
  "edit.nothing": ["nothing", "nada"],
  "edit.to-move": ["To move", "Turno"],
  "edit.clear": ["Clear the board", "Vaciar el tablero"],
  "edit.start": ["Starting position", "Posición inicial"],
  "edit.position": ["The position as text", "La posición como texto"],
  "edit.play": ["Play from here", "Jugar desde aquí"],
  "edit.analyse": ["Analyse", "Analizar"],
  "edit.right": ["This position can be played.", "Esta posición se puede jugar."],
  "edit.over": ["In this position the game is over.", "En esta posición la partida ha terminado."],
  "edit.help": [
    "Choose a piece and click or drag over cells; the same piece again takes it away.",
    "Elija una pieza y haga clic o arrastre sobre las casillas; la misma pieza otra vez la quita.",
  ],
  "edit.none": ["Positions of this game are not set up on a board.", "Las posiciones de este juego no se colocan en un tablero."],

  "play.tree": ["Search tree", "Árbol de búsqueda"],

  "tree.title": ["Search tree", "Árbol de búsqueda"],
  "tree.search": ["Search", "Búsqueda"],
  "tree.option-minimax": ["minimax: every move", "minimax: todas las jugadas"],
  "tree.option-alphabeta": ["alpha-beta: cuts what cannot matter", "alfa-beta: poda lo que no puede importar"],
  "tree.option-adaptive": ["adaptive: only the best moves, deeper", "adaptativa: solo las mejores jugadas, más hondo"],
  "tree.option-full": ["alpha and beta", "alfa y beta"],
  "tree.option-one-sided": ["one-sided: the parent's best only", "unilateral: solo el mejor del padre"],
  "tree.option-canonical": ["as the rules list them", "como las listan las reglas"],
  "tree.option-evaluator": ["best evaluated first", "las mejor evaluadas primero"],
  "tree.option-history": ["those that cut before first", "primero las que ya podaron"],
  "tree.depth": ["Depth in plies", "Profundidad en jugadas"],
  "tree.x": ["x: moves kept are n^x", "x: se guardan n^x jugadas"],
  "tree.k": ["k: cost n^2k", "k: coste n^2k"],
  "tree.evaluator": ["Evaluator", "Evaluador"],
  "tree.usual": ["the usual one", "el habitual"],
  "tree.cut": ["Pruning", "Poda"],
  "tree.order": ["Move order", "Orden de las jugadas"],
  "tree.symmetry": ["Leave out symmetric moves", "Omitir jugadas simétricas"],
  "tree.table": ["Remember positions", "Recordar posiciones"],
  "tree.saves": ["saves {nodes} nodes, {part} %", "ahorra {nodes} nodos, {part} %"],
  "tree.saves-unknown": ["too large to compare", "demasiado grande para comparar"],
  "tree.figures": ["{nodes} nodes visited, {cuts} cuts.", "{nodes} nodos visitados, {cuts} podas."],
  "tree.shown": ["{shown} can be shown.", "Se pueden mostrar {shown}."],
  "tree.unfold": ["Unfold all", "Desplegar todo"],
  "tree.fold": ["Fold up", "Plegar"],
  "tree.node": ["Node", "Nodo"],
  "tree.from-here": ["Search from this position", "Buscar desde esta posición"],
  "tree.levels": ["Level by level", "Nivel por nivel"],
  "tree.level": ["level", "nivel"],
  "tree.all": ["in all", "en total"],
  "tree.nodes": ["nodes", "nodos"],
  "tree.leaves": ["leaves", "hojas"],
  "tree.most-children": ["most", "máximo"],
  "tree.mean-children": ["mean", "media"],
  "tree.cuts": ["cuts", "podas"],
  "tree.table-hits": ["table", "tabla"],
  "tree.symmetric": ["symmetric", "simétricas"],
  "tree.picture": ["The tree, with {count} nodes in view. Arrow keys choose a node, Enter folds and unfolds it.", "El árbol, con {count} nodos a la vista. Las flechas eligen un nodo, Intro lo pliega y despliega."],
  "tree.nearer": ["Nearer", "Acercar"],
  "tree.farther": ["Farther", "Alejar"],
  "tree.whole": ["The whole tree", "El árbol entero"],
  "tree.first": ["Before the search", "Antes de la búsqueda"],
  "tree.last": ["After the search", "Después de la búsqueda"],
  "tree.run": ["Step by step", "Paso a paso"],
  "tree.pause": ["Pause", "Pausa"],
  "tree.speed": ["Speed", "Velocidad"],
  "tree.all-at-once": ["All at once", "Todo a la vez"],
  "tree.steps": ["The search took {count} steps; → goes through them.", "La búsqueda dio {count} pasos; → los recorre."],
  "tree.before": ["the search has not begun", "la búsqueda no ha empezado"],
  "tree.root": ["the root", "la raíz"],
  "tree.enters": ["comes to {name} ({side}).", "llega a {name} ({side})."],
  "tree.enters-window": ["comes to {name} ({side}), window {window}.", "llega a {name} ({side}), ventana {window}."],
  "tree.leaves-exact": ["{name} is worth {value}.", "{name} vale {value}."],
  "tree.leaves-at-least": ["{name} is worth {value} or more.", "{name} vale {value} o más."],
  "tree.leaves-at-most": ["{name} is worth {value} or less.", "{name} vale {value} o menos."],
  "tree.because-finished": ["The game is over.", "La partida ha terminado."],
  "tree.because-horizon": ["The evaluator says so.", "Lo dice el evaluador."],
  "tree.because-table": ["The table knew it.", "Lo sabía la tabla."],
  "tree.because-children": ["From its children.", "Por sus hijos."],
  "tree.because-unrecorded": ["From the chosen line.", "Por la línea elegida."],
  "tree.cuts-here": ["Cut: {count} more moves are not looked at.", "Poda: no se miran otras {count} jugadas."],
  "tree.best-so-far": ["The best so far.", "La mejor hasta ahora."],
  "tree.path": ["Moves", "Jugadas"],
  "tree.side": ["Who moves", "Quién juega"],
  "tree.value": ["Value", "Valor"],
  "tree.window": ["Window", "Ventana"],
  "tree.reason": ["Why", "Por qué"],
  "tree.cut-moves": ["Moves cut", "Jugadas podadas"],
  "tree.mirrored-moves": ["Symmetric moves left out", "Jugadas simétricas omitidas"],
  "tree.dropped-moves": ["Moves not kept", "Jugadas descartadas"],
  "tree.hidden-nodes": ["Nodes below, not shown", "Nodos debajo, no mostrados"],

  "review.title": ["Review of the game", "Revisión de la partida"],
  "review.start": ["Review the game", "Revisar la partida"],
  "review.progress": ["{done} of {all} positions", "{done} de {all} posiciones"],
  "review.graph": ["Evaluation over the game: above the middle {first} is ahead", "Evaluación a lo largo de la partida: por encima del medio va ganando {first}"],
  "review.mistake": ["{number} {move} is a mistake; better {best}", "{number} {move} es un error; mejor {best}"],
  "review.blunder": ["{number} {move} is a blunder; better {best}", "{number} {move} es un error grave; mejor {best}"],
  "review.clean": ["No mistakes were found.", "No se encontraron errores."],

  "exact.start": ["Exact value of every move", "Valor exacto de cada jugada"],
  "exact.title": ["Exact values", "Valores exactos"],
  "exact.none": ["The solver did not get to the end in time.", "El resolutor no llegó al final a tiempo."],
  "exact.solving": ["Solving…", "Resolviendo…"],
  "exact.progress": ["solved: {done} of {all} moves", "resueltas: {done} de {all} jugadas"],
  "exact.win": ["win", "gana"],
  "exact.draw": ["draw", "empate"],
  "exact.loss": ["loss", "pierde"],
  "exact.unknown": ["not known", "no se sabe"],
  "exact.at-least-draw": ["at least a draw", "al menos empate"],
  "exact.at-most-draw": ["at most a draw", "a lo sumo empate"],

  "cell.plain": ["{cell}, {what}", "{cell}, {what}"],
  "cell.owned": ["{cell}, {what} of {side}", "{cell}, {what} de {side}"],
  "cell.chosen": ["{label}, chosen", "{label}, elegida"],
  "cell.target": ["{label}, can be chosen", "{label}, se puede elegir"],

  "analysis.title": ["Analysis", "Análisis"],
  "analysis.depth": ["depth {depth}", "profundidad {depth}"],
  "analysis.nodes": ["{nodes} positions", "{nodes} posiciones"],
  "analysis.proven": ["proven", "demostrado"],
  "analysis.waiting": ["Searching…", "Buscando…"],
  "analysis.busy": ["Too many searches at once; try again.", "Demasiadas búsquedas a la vez; inténtelo de nuevo."],
  "analysis.over": ["The game is over.", "La partida ha terminado."],
  "analysis.bar": ["Evaluation: {value} for {side}", "Evaluación: {value} para {side}"],
  "analysis.win": ["win in {plies}", "gana en {plies}"],
  "analysis.loss": ["loss in {plies}", "pierde en {plies}"],

  "side.red": ["Red", "Rojo"],
  "side.yellow": ["Yellow", "Amarillo"],
};

/** What families of games are called. */
const titles = {
  connect: ["Connect", "C en línea"],
  bricks: ["Bricks", "Ladrillos"],
  fuga: ["La Fuga del Rey", "La Fuga del Rey"],
  tafl: ["Tafl", "Tafl"],
  amazons: ["Amazons", "Amazonas"],
};

/** What they are about, in a few words. */
const summaries = {
  connect: ["Drop pieces; the first with a line wins.", "Deje caer fichas; gana la primera línea."],
  bricks: ["Lay bricks; large islands count most.", "Coloque ladrillos; cuentan las islas grandes."],
  fuga: ["Bring the king to a corner, or capture him.", "Lleve el rey a una esquina, o captúrelo."],
  tafl: ["The king's flight, by many old rules.", "La huida del rey, con muchas reglas antiguas."],
  amazons: ["Move a queen, shoot an arrow, stay mobile.", "Mueva una reina, dispare una flecha, siga libre."],
};

/** English words of the server that are not for people. */
const plainer = { "S(first)": "S (Red)", "S(second)": "S (Yellow)", "score of first": "score of Red", "score of second": "score of Yellow" };

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The words of the server in a language; English it speaks by itself. */
export const wordsOf = async (language) => (language === "es" ? import("./spanish.js") : undefined);

/** What speaks one language, with the words of the server in it once they are there. */
export function speaker(language, words) {
  const column = columns.indexOf(language);
  const t = (key, values = {}) =>
    texts[key][column].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const word = (english) => words?.phrase(english) ?? plainer[english] ?? english;
  return {
    language,
    t,
    word,
    /** What went wrong, by an error of api.js. */
    failure: ({ kind, document, message }) =>
      kind === "network" ? t("error.network") : words?.failure(document) ?? message,
    /** What a game is called, by its text. */
    title: (game) => titles[game.split(":")[0]]?.[column] ?? game,
    summary: (family) => summaries[family.name]?.[column] ?? family.summary,
    /** What a side is called; where the server only has letters for them, by colour. */
    side: (sides, index) =>
      ["x", "o", "first", "second"].includes(sides[index])
        ? t(["side.red", "side.yellow"][index])
        : upper(word(sides[index])),
    /** A value of a search: `win in 3`, or a number. */
    value(text) {
      const found = text.match(/^(win|loss) in (\d+)$/);
      return found ? t(`analysis.${found[1]}`, { plies: found[2] }) : text;
    },
    player: (text) => {
      const level = text.match(/^level:(\d+)$/);
      if (text === "human") return t("person");
      return level ? t("level", { level: level[1] }) : text;
    },
    outcome(document) {
      const { winner, margin, reason } = document.outcome;
      const values = { side: winner === null ? "" : this.side(document.sides, winner), margin };
      const key = winner === null ? "play.draw" : margin ? "play.win-by" : "play.win";
      return reason ? `${t(key, values)}: ${word(reason)}` : t(key, values);
    },
    number: (value) => value.toLocaleString(language),
  };
}

const KEY = "partida.language";

/** The language that was chosen before, or the browser's. */
export function firstLanguage() {
  let saved = null;
  try {
    saved = localStorage.getItem(KEY);
  } catch {
    // Browsers may forbid it; then nothing is remembered.
  }
  if (columns.includes(saved)) return saved;
  return navigator.language.startsWith("es") ? "es" : "en";
}

export function rememberLanguage(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // As above.
  }
}
