// How moves are made by pointing at cells. Which cells these are, the server says with each legal move.

/** The legal moves as ways to point at cells. A brick's cells can be named in either order. */
export function pathsOf(document, look) {
  if (look !== "bricks") return document.legal;
  return document.legal.flatMap(({ text, cells }) => [
    { text, cells },
    { text, cells: [...cells].reverse() },
  ]);
}

const beginsWith = (path, cells) => cells.every((cell, index) => path.cells[index] === cell);

/** The cells that can come next. */
export function nextCells(paths, chosen) {
  const open = paths.filter((path) => path.cells.length > chosen.length && beginsWith(path, chosen));
  return new Set(open.map((path) => path.cells[chosen.length]));
}

/** The cell that is meant by one: where pieces fall, all of a column means where one lands. */
export function meantCell(paths, chosen, cell, { look, columns }) {
  if (look !== "connect") return cell;
  const landing = [...nextCells(paths, chosen)].find((next) => next % columns === cell % columns);
  return landing ?? cell;
}

/** What pointing at a cell leads to: a move that is complete, or the cells chosen from now on. */
export function point(paths, chosen, cell) {
  const longer = [...chosen, cell];
  const complete = paths.find((path) => path.cells.length === longer.length && beginsWith(path, longer));
  if (complete) return { move: complete, chosen: [] };
  if (nextCells(paths, chosen).has(cell)) return { chosen: longer };
  const isAnotherStart = cell !== chosen[0] && nextCells(paths, []).has(cell);
  return { chosen: isAnotherStart ? [cell] : chosen.slice(0, -1) };
}
