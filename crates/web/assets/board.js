// The board as a drawing, at any size, in the look of each game.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { meantCell, nextCells, pathsOf, point } from "./pointing.js";
import { follow } from "./pieces.js";

const CELL = 40;
const EDGE = 8;
const LABELS = 24;
/** In milliseconds. */
const DOUBLE_CLICK = 250;

/** How a game looks: by its family; what is not known is a plain board. */
export function lookOf(game) {
  const family = game.split(":")[0];
  if (family === "fuga") return "tafl";
  return ["connect", "bricks", "tafl", "amazons"].includes(family) ? family : "plain";
}

const columnName = (column) => String.fromCharCode(97 + column);
const cellName = (cell, columns) => `${columnName(cell % columns)}${Math.floor(cell / columns) + 1}`;

/** Where things are in the drawing. */
function geometryOf({ columns, rows }, look, isFlipped) {
  // Pieces fall down also on a flipped rack.
  const turnsRows = isFlipped && look !== "connect";
  const left = (column) => LABELS + (isFlipped ? columns - 1 - column : column) * CELL;
  const top = (row) => EDGE + (turnsRows ? row : rows - 1 - row) * CELL;
  return {
    columns,
    rows,
    left,
    top,
    corner: (cell) => [left(cell % columns), top(Math.floor(cell / columns))],
    centre: (cell) => [left(cell % columns) + CELL / 2, top(Math.floor(cell / columns)) + CELL / 2],
    /** The cell one step away on the screen, or the same one at the edge. */
    step(cell, right, up) {
      const column = (cell % columns) + (isFlipped ? -right : right);
      const row = Math.floor(cell / columns) + (turnsRows ? -up : up);
      return column < 0 || column >= columns || row < 0 || row >= rows ? cell : row * columns + column;
    },
    width: LABELS + columns * CELL + EDGE,
    height: EDGE + rows * CELL + LABELS,
  };
}

const translate = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });

const CROWN = "M-10 8 L-13 -5 L-6.5 0 L-5 -10 L0 -2 L5 -10 L6.5 0 L13 -5 L10 8 Z";
const TIPS = [[-13, -6.5], [-5, -11.5], [5, -11.5], [13, -6.5]];

function Crown() {
  return html`<path d=${CROWN} />
    ${TIPS.map(([x, y]) => html`<circle cx=${x} cy=${y} r="2" />`)}
    <rect x="-10" y="10" width="20" height="3.6" rx="1.6" />`;
}

/** A piece around the middle of its cell. */
export function Shape({ kind, owner, look }) {
  const side = `side-${owner}`;
  if (kind === "arrow") {
    return html`<g class="arrow">
      <rect x="-15" y="-15" width="30" height="30" rx="7" />
      <path d="M-6 -6 L6 6 M6 -6 L-6 6" />
    </g>`;
  }
  if (kind === "queen") return html`<g class="queen ${side}"><${Crown} /></g>`;
  if (look === "tafl") {
    return html`<g class="stone ${side}">
      <circle r="14.5" />
      <circle class="inner" r="10.5" />
      ${kind === "king" && html`<g class="crown" transform="translate(0 -0.5) scale(0.68)"><${Crown} /></g>`}
    </g>`;
  }
  if (kind === "brick") return html`<rect class="brick ${side}" x="-17" y="-17" width="34" height="34" rx="7" />`;
  return html`<g class="disc ${side}">
    <circle r="16.5" />
    <circle class="inner" r="11" />
    ${owner === 1 && html`<circle class="inner" r="5" />`}
  </g>`;
}

/** The rectangle that covers two neighbours. */
function Brick({ cells, geometry, name }) {
  const [[x, y], [otherX, otherY]] = cells.map((cell) => geometry.corner(cell));
  return html`<rect
    class=${name}
    x=${Math.min(x, otherX) + 3}
    y=${Math.min(y, otherY) + 3}
    width=${Math.abs(x - otherX) + CELL - 6}
    height=${Math.abs(y - otherY) + CELL - 6}
    rx="8"
  />`;
}

/** A rack: a plate with a hole for each cell. */
function rackPath({ columns, rows }) {
  const [width, height] = [columns * CELL, rows * CELL];
  const [left, top, radius] = [LABELS, EDGE, 12];
  const plate = `M${left + radius} ${top}h${width - 2 * radius}a${radius} ${radius} 0 0 1 ${radius} ${radius}v${height - 2 * radius}a${radius} ${radius} 0 0 1 ${-radius} ${radius}h${2 * radius - width}a${radius} ${radius} 0 0 1 ${-radius} ${-radius}v${2 * radius - height}a${radius} ${radius} 0 0 1 ${radius} ${-radius}z`;
  const holes = Array.from({ length: columns * rows }, (_, cell) => {
    const x = left + (cell % columns) * CELL + CELL / 2;
    const y = top + Math.floor(cell / columns) * CELL + CELL / 2;
    return `M${x - 16} ${y}a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z`;
  });
  return plate + holes.join("");
}

/** What marks a special cell. */
export function Ornament({ x, y }) {
  return html`<path class="ornament" d="M${x + 8} ${y + 8}l24 24m0 -24l-24 24M${x + 20} ${y + 5}l15 15l-15 15l-15 -15z" />`;
}

function Ground({ document, look, geometry }) {
  const { columns, rows, cells } = document;
  const [width, height] = [columns * CELL, rows * CELL];
  const plate = html`<rect class="plate" x=${LABELS - 3} y=${EDGE - 3} width=${width + 6} height=${height + 6} rx="10" />`;
  if (look === "connect") {
    return html`<rect class="back" x=${LABELS + 2} y=${EDGE + 2} width=${width - 4} height=${height - 4} rx="10" />`;
  }
  const inset = look === "bricks" ? 2 : 0;
  const square = (cell, index) => {
    const [x, y] = geometry.corner(index);
    const isDark = (index % columns) + Math.floor(index / columns);
    // A piece may stand on it: that it is special is seen all the same.
    const name = `square ${isDark % 2 === 0 ? "dark" : "light"} ${cell.special ? "special" : ""}`;
    return html`<g>
      <rect class=${name} x=${x + inset} y=${y + inset} width=${CELL - 2 * inset} height=${CELL - 2 * inset} rx=${inset && 6} />
      ${cell.special && html`<${Ornament} x=${x} y=${y} />`}
    </g>`;
  };
  return html`${plate}${cells.map(square)}`;
}

function Labels({ geometry }) {
  const { columns, rows, left, top } = geometry;
  // About the same size on the screen, however large the board is.
  const size = Math.min(14, Math.max(7, 1.3 * Math.max(columns, rows)));
  return html`<g class="labels" aria-hidden="true" font-size=${size}>
    ${Array.from({ length: columns }, (_, column) => html`
      <text x=${left(column) + CELL / 2} y=${EDGE + rows * CELL + 6 + size}>${columnName(column)}</text>`)}
    ${Array.from({ length: rows }, (_, row) => html`
      <text x=${LABELS / 2 - 2} y=${top(row) + CELL / 2 + size / 3}>${row + 1}</text>`)}
  </g>`;
}

/** Where a good move goes: an arrow from cell to cell, a brick, or a ring. */
function Advice({ cells, rank, look, geometry }) {
  const name = `advice rank-${rank}`;
  if (look === "bricks") return html`<${Brick} cells=${cells} geometry=${geometry} name=${name} />`;
  const points = cells.map((cell) => geometry.centre(cell));
  if (points.length === 1) {
    const [[x, y]] = points;
    return html`<circle class=${name} cx=${x} cy=${y} r="12" />`;
  }
  return points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index];
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [unitX, unitY] = [(x - fromX) / length, (y - fromY) / length];
    const [endX, endY] = [x - unitX * 10, y - unitY * 10];
    const head = `M${x} ${y}L${endX - unitY * 7} ${endY + unitX * 7}L${endX + unitY * 7} ${endY - unitX * 7}Z`;
    return html`<g class="${name} ${index > 0 ? "second-step" : ""}">
      <path class="shaft" d="M${fromX} ${fromY}L${endX} ${endY}" />
      <path class="head" d=${head} />
    </g>`;
  });
}

/** What stands in a cell, in words. */
function cellLabel(document, index, speaker) {
  const { owner, name } = document.cells[index];
  const values = { cell: cellName(index, document.columns), what: speaker.word(name) };
  if (owner === undefined || ["attacker", "defender", "king"].includes(name)) return speaker.t("cell.plain", values);
  return speaker.t("cell.owned", { ...values, side: speaker.side(document.sides, owner) });
}

/**
 * A board. With `onMove` moves can be made on it: it is called with a legal move once its cells were pointed at.
 * With `onCell` cells can be pointed at and drawn over: it is called with each, and whether it is the first.
 * `hint` are cells to be marked, `advice` lists of cells of good moves, the best first, `values` short texts for cells.
 */
export function Board({ document, isFlipped, onMove, onCell, hint, advice = [], values = new Map(), speaker }) {
  const look = lookOf(document.game);
  const geometry = useMemo(
    () => geometryOf(document, look, isFlipped),
    [document.columns, document.rows, look, isFlipped],
  );
  const svg = useRef(null);
  const paths = useMemo(() => (onMove ? pathsOf(document, look) : []), [document, look, !onMove]);
  const hasSteps = paths.some((path) => path.cells.length > 1);

  const stand = `${document.id} ${document.played.length} ${document.position}`;
  const [pointed, setPointed] = useState({ stand, chosen: [] });
  // Cells that were chosen in another position mean nothing in this one.
  const chosen = pointed.stand === stand && onMove ? pointed.chosen : [];
  const targets = useMemo(() => nextCells(paths, chosen), [paths, chosen]);
  const [hover, setHover] = useState(null);
  const [focus, setFocus] = useState(0);
  const pressed = useRef(null);
  const moved = useRef(null);

  const played = document.played;
  const last = played.at(-1);
  const pieces = useRef({ stand: null, list: null, plies: 0, last: null });
  if (pieces.current.stand !== stand) {
    const { list, plies, last: undone } = pieces.current;
    // What was taken back goes back the way it came.
    const move = played.length < plies ? undone : last;
    pieces.current = { stand, list: follow(list, document.cells, move), plies: played.length, last };
  }

  const meant = (cell) => meantCell(paths, chosen, cell, { look, columns: document.columns });
  const pointAt = (cell) => {
    if (onCell) onCell(cell, true);
    if (!onMove) return;
    const result = point(paths, chosen, meant(cell));
    setPointed({ stand, chosen: result.chosen });
    if (!result.move) return;
    moved.current = { cell, time: performance.now() };
    onMove(result.move);
  };
  const back = () => setPointed({ stand, chosen: chosen.slice(0, -1) });

  const cellAt = (event) => {
    const found = window.document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return found && svg.current.contains(found) ? Number(found.dataset.cell) : null;
  };
  const press = (event) => {
    const cell = event.button === 0 ? cellAt(event) : null;
    pressed.current = null;
    if (cell === null) return;
    // The second half of a double click is not another move.
    if (!hasSteps && moved.current?.cell === cell && performance.now() - moved.current.time < DOUBLE_CLICK) return;
    setFocus(cell);
    if (onCell) {
      // Fingers hold what they touch; a stroke goes on over other cells.
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      onCell(cell, true);
      pressed.current = { cell, isHeld: true };
      return;
    }
    // A drag begins at once; everything else waits until the button is up again.
    const begins = hasSteps && onMove && cell !== chosen.at(-1) && (targets.has(cell) || nextCells(paths, []).has(cell));
    const completes = begins && point(paths, chosen, cell).move;
    if (begins && !completes) pointAt(cell);
    const isPointed = begins && !completes;
    pressed.current = { cell, isPointed, isHeld: isPointed || (hasSteps && cell === chosen.at(-1)) };
  };
  const release = (event) => {
    const start = pressed.current;
    const cell = cellAt(event);
    pressed.current = null;
    if (!start || cell === null || onCell) return;
    if (cell === start.cell ? !start.isPointed : start.isHeld && targets.has(cell)) pointAt(cell);
  };
  const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const pressKey = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (keys[event.key]) {
      const cell = geometry.step(focus, ...keys[event.key]);
      svg.current.querySelector(`[data-cell="${cell}"]`).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      pointAt(focus);
    } else if (event.key === "Escape" && chosen.length > 0) {
      back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    if (chosen.length === 0) return undefined;
    // A click beside the board, and Escape anywhere, go back.
    const elsewhere = (event) => !svg.current.contains(event.target) && back();
    const escape = (event) => event.key === "Escape" && back();
    window.document.addEventListener("pointerdown", elsewhere);
    window.document.addEventListener("keydown", escape);
    return () => {
      window.document.removeEventListener("pointerdown", elsewhere);
      window.document.removeEventListener("keydown", escape);
    };
  }, [pointed, stand, !onMove]);
  useEffect(() => {
    // A finger that holds something must not scroll the page; for parts of drawings style sheets cannot say so.
    const hold = (event) => pressed.current?.isHeld && event.cancelable && event.preventDefault();
    const board = svg.current;
    board.addEventListener("touchmove", hold, { passive: false });
    return () => board.removeEventListener("touchmove", hold);
  }, []);
  useLayoutEffect(() => {
    if (focus >= document.cells.length) setFocus(0);
  }, [document.cells.length]);

  const aim = hover === null || !onMove ? null : meant(hover);
  const isAimed = aim !== null && targets.has(aim);
  const mover = document.to_move;
  const place = (piece) => {
    // A queen stands at her target while the arrow is chosen.
    const isOnTheWay = chosen.length >= 2 && piece.cell === chosen[0] && !piece.leaving;
    return geometry.centre(isOnTheWay ? chosen[1] : piece.cell);
  };
  const bricks = look === "bricks" ? played : [];
  const inBricks = new Set(bricks.flatMap(({ cells }) => cells));
  const drawn = pieces.current.list.filter((piece) => look !== "bricks" || !inBricks.has(piece.cell) || piece.leaving);
  const square = (cell, name) => {
    const [x, y] = geometry.corner(cell);
    return html`<rect key=${`${name} ${cell}`} class=${name} x=${x + 1} y=${y + 1} width=${CELL - 2} height=${CELL - 2} rx="6" />`;
  };
  const ring = (cell, name, radius) => {
    const [x, y] = geometry.centre(cell);
    return html`<circle key=${`${name} ${cell}`} class=${name} cx=${x} cy=${y} r=${radius} />`;
  };
  const isFalling = look === "connect";
  const lastKind = last && (look === "connect" ? "ring" : look === "bricks" ? "brick" : "squares");

  const pieceView = (piece) => {
    const [, y] = geometry.centre(piece.cell);
    const drop = { "--drop": `${-(y + CELL / 2)}px`, "--fall": `${180 + y * 1.1}ms` };
    const state = piece.leaving ? "leaving" : piece.arriving ? (isFalling ? "falling" : "arriving") : "";
    return html`<g key=${piece.key} class="piece" style=${translate(place(piece))}>
      <g class=${state} style=${drop}>
        <${Shape} kind=${piece.kind} owner=${piece.owner} look=${look} />
      </g>
    </g>`;
  };

  const cellButton = (cell) => {
    const [x, y] = geometry.corner(cell);
    const isTarget = targets.has(cell);
    const isChosen = chosen.includes(cell);
    const canBeDragged = hasSteps && isTarget && document.cells[cell].owner !== undefined;
    let label = cellLabel(document, cell, speaker);
    if (isChosen) label = speaker.t("cell.chosen", { label });
    else if (isTarget) label = speaker.t("cell.target", { label });
    const isOpen = isTarget || (look === "connect" && targets.has(meant(cell)));
    return html`<g role="gridcell" key=${cell}>
      <rect
        role="button"
        class="cell ${isOpen || onCell ? "open" : ""} ${onCell || canBeDragged ? "draggable" : ""}"
        data-cell=${cell}
        aria-label=${label}
        aria-pressed=${isChosen ? "true" : "false"}
        aria-disabled=${onMove || onCell ? undefined : "true"}
        tabindex=${cell === focus ? 0 : -1}
        x=${x} y=${y} width=${CELL} height=${CELL} rx="6"
      />
    </g>`;
  };

  return html`<svg
    ref=${svg}
    class="board look-${look} ${chosen.length > 0 ? "is-pointing" : ""}"
    viewBox="0 0 ${geometry.width} ${geometry.height}"
    role="grid"
    aria-label=${speaker.t("play.board", { game: document.game })}
    onPointerDown=${press}
    onPointerUp=${release}
    onPointerCancel=${() => { pressed.current = null; setHover(null); }}
    onPointerMove=${(event) => {
      const cell = cellAt(event);
      setHover(cell);
      if (!onCell || !pressed.current || cell === null || cell === pressed.current.cell) return;
      pressed.current = { cell, isHeld: true };
      onCell(cell, false);
    }}
    onPointerLeave=${() => { setHover(null); if (onCell) pressed.current = null; }}
    onClick=${(event) => {
      // Readers of the screen click without a pointer.
      const cell = event.detail === 0 ? event.target.closest("[data-cell]") : null;
      if (cell) pointAt(Number(cell.dataset.cell));
    }}
    onKeyDown=${pressKey}
    onfocusin=${(event) => {
      const cell = event.target.dataset?.cell;
      if (cell !== undefined) {
        setFocus(Number(cell));
        if (event.target.matches(":focus-visible")) setHover(Number(cell));
      }
    }}
    onfocusout=${() => setHover(null)}
  >
    <${Ground} document=${document} look=${look} geometry=${geometry} />
    <g class="marks">
      ${lastKind === "squares" && last.cells.map((cell) => square(cell, "last"))}
      ${chosen.map((cell) => square(cell, "chosen"))}
    </g>
    <g class="pieces">
      ${bricks.map(({ text, cells }, index) => html`
        <g key=${`${index} ${text}`} class=${index === played.length - 1 ? "brick-arriving" : ""}>
          <${Brick} cells=${cells} geometry=${geometry} name="brick side-${document.cells[cells[0]].owner}" />
        </g>`)}
      ${drawn.map(pieceView)}
      ${isAimed && look === "connect" && html`
        <g class="ghost" style=${translate(geometry.centre(aim))}><${Shape} kind="piece" owner=${mover} look=${look} /></g>`}
    </g>
    ${look === "connect" && html`<path class="rack" fill-rule="evenodd" d=${rackPath(document)} />`}
    <g class="marks">
      ${lastKind === "ring" && ring(last.cells[0], "last-ring", 16.5)}
      ${lastKind === "brick" && html`<${Brick} cells=${last.cells} geometry=${geometry} name="last-brick" />`}
      ${look === "bricks" && isAimed && chosen.length === 1 && html`
        <g class="ghost"><${Brick} cells=${[chosen[0], aim]} geometry=${geometry} name="brick side-${mover}" /></g>`}
      ${look === "bricks" && isAimed && chosen.length === 0 && html`
        <g class="ghost" style=${translate(geometry.centre(aim))}><${Shape} kind="brick" owner=${mover} look=${look} /></g>`}
      ${chosen.length > 0 && [...targets].map((cell) => look === "bricks" && cell === aim ? null : ring(cell, `target step-${chosen.length} ${cell === aim ? "aimed" : ""}`, cell === aim ? 9 : 6))}
      ${document.decisive?.map((cell) => ring(cell, "decisive", 16.5))}
      ${hint?.map((cell) => (look === "connect" ? ring(cell, "hint", 16) : square(cell, "hint")))}
    </g>
    <${Labels} geometry=${geometry} />
    <g class="values" aria-hidden="true">
      ${[...values].map(([cell, text]) => {
        const [x, y] = geometry.centre(cell);
        return html`<text key=${cell} x=${x} y=${y + 5}>${text}</text>`;
      })}
    </g>
    ${advice.map((cells, index) => html`<${Advice} cells=${cells} rank=${index} look=${look} geometry=${geometry} />`).reverse()}
    ${Array.from({ length: document.rows }, (_, row) => html`
      <g role="row" key=${row}>
        ${Array.from({ length: document.columns }, (_, column) => cellButton(row * document.columns + column))}
      </g>`)}
  </svg>`;
}
