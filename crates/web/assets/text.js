// Every string of the page, in English and in Spanish, and the words of the server in Spanish.

export const languages = { en: "English", es: "Español" };
const columns = Object.keys(languages);

/** Each key in each language, in the order of `languages`. `{name}` stands for what is put in. */
export const texts = {
  tagline: ["A laboratory for board games", "Un laboratorio de juegos de tablero"],
  language: ["Language", "Idioma"],
  home: ["Partida, to the start page", "Partida, a la página de inicio"],
  "skip-to-content": ["Skip to the content", "Saltar al contenido"],

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

/** Words of the server; who speaks English sees them as they are. */
const words = {
  empty: "vacía", piece: "ficha", brick: "ladrillo", queen: "reina", arrow: "flecha", king: "rey",
  attacker: "atacante", defender: "defensor", throne: "trono", corner: "esquina", camp: "campamento",
  White: "Blancas", Black: "Negras", attackers: "atacantes", defenders: "defensores",
  enemies: "enemigos", guards: "guardias", first: "primero", second: "segundo",
  plies: "jugadas", arrows: "flechas",
  "attackers captured": "atacantes capturados", "defenders captured": "defensores capturados",
  "S(first)": "S (Rojo)", "S(second)": "S (Amarillo)",
  "score of first": "puntos de Rojo", "score of second": "puntos de Amarillo",
  resigned: "abandono", "the board is full": "el tablero está lleno", "no pieces left": "no quedan fichas",
  "no brick fits any more": "ya no cabe ningún ladrillo", "the king escaped": "el rey escapó",
  "the king was captured": "el rey fue capturado", "the king is in an exit fort": "el rey está en un fuerte de salida",
  "the position was repeated": "la posición se repitió", "the moves were repeated": "las jugadas se repitieron",
  "no legal move": "no hay jugada legal", "it found no move": "no encontró jugada",
  "there is no such table": "esa partida no existe", "the game is over": "la partida ha terminado",
  "another move was played meanwhile": "mientras tanto se jugó otra jugada",
  "there is nothing to take back": "no hay nada que deshacer",
  "too many searches are waiting; try again in a moment": "hay demasiadas búsquedas en espera; inténtelo en un momento",
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
  "Copenhagen hnefatafl, 11 × 11": "Hnefatafl de Copenhague, 11 × 11",
  "Copenhagen hnefatafl, 13 × 13": "Hnefatafl de Copenhague, 13 × 13",
  "Fetlar hnefatafl, 11 × 11": "Hnefatafl de Fetlar, 11 × 11",
  "Magpie, 7 × 7: a slow, strong king": "Magpie, 7 × 7: un rey lento y fuerte",
  "Tablut after Linnaeus, 9 × 9": "Tablut según Linneo, 9 × 9",
  "Tablut with camps after Ashton, 9 × 9": "Tablut con campamentos según Ashton, 9 × 9",
  "Sea battle, 9 × 9: no special cells": "Batalla naval, 9 × 9: sin casillas especiales",
  "Tawlbwrdd, 11 × 11: a weak king": "Tawlbwrdd, 11 × 11: un rey débil",
  "Parlett's game, 13 × 13": "El juego de Parlett, 13 × 13",
  "Large tablut, 15 × 15": "Tablut grande, 15 × 15",
};

/** Sentences of the server with something put in. */
const sentences = [
  [/^(\d+) in a row$/, (count) => `${count} en línea`],
  [/^(.+) has no move left$/, (side, word) => `${word(side)} sin jugadas`],
  [/^no (.+) left$/, (side, word) => `no quedan ${word(side)}`],
  [/^the (.+) are surrounded$/, (side, word) => `${word(side)}: rodeados`],
  [/^(\d+) moves were played$/, (count) => `se jugaron ${count} jugadas`],
];

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

/** What speaks one language. */
export function speaker(language) {
  const column = columns.indexOf(language);
  const t = (key, values = {}) =>
    texts[key][column].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const word = (english) => {
    if (language === "en") return plainer[english] ?? english;
    if (Object.hasOwn(words, english)) return words[english];
    for (const [pattern, say] of sentences) {
      const found = english.match(pattern);
      if (found) return say(...found.slice(1), word);
    }
    return english;
  };
  return {
    language,
    t,
    word,
    /** What a game is called, by its text. */
    title: (game) => titles[game.split(":")[0]]?.[column] ?? game,
    summary: (family) => summaries[family.name]?.[column] ?? family.summary,
    /** What a side is called; where the server only has letters for them, by colour. */
    side: (sides, index) =>
      ["x", "o", "first", "second"].includes(sides[index])
        ? t(["side.red", "side.yellow"][index])
        : upper(word(sides[index])),
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
