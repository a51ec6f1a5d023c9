// Pieces of a position, with names that stay when they move, so that the board can show where they go.

const GROUND = new Set(["empty", "throne", "corner", "camp"]);

let lastKey = 0;

const isPiece = (cell) => cell.owner !== undefined || !GROUND.has(cell.name);
const isSame = (one, other) => one.kind === other.kind && one.owner === other.owner;

/** The pieces after `before`: those that stay keep their keys, those that went are `leaving`, new ones `arriving`. */
export function follow(before, cells, move) {
  const now = cells.flatMap((cell, index) =>
    isPiece(cell) ? [{ kind: cell.name, owner: cell.owner, cell: index }] : [],
  );
  if (!before) return now.map((piece) => ({ ...piece, key: ++lastKey }));
  const gone = new Map(before.filter((piece) => !piece.leaving).map((piece) => [piece.cell, piece]));
  const keep = (piece, old) => {
    gone.delete(old.cell);
    return { ...piece, key: old.key };
  };
  const stayed = now.map((piece) => {
    const old = gone.get(piece.cell);
    return old && isSame(old, piece) ? keep(piece, old) : piece;
  });
  const moved = stayed.map((piece) => {
    if (piece.key || !move) return piece;
    const [from, to] = move.cells;
    const other = piece.cell === to ? from : piece.cell === from ? to : undefined;
    const old = gone.get(other);
    return old && isSame(old, piece) ? keep(piece, old) : piece;
  });
  const arrived = moved.map((piece) => (piece.key ? piece : { ...piece, key: ++lastKey, arriving: true }));
  const left = [...gone.values()].map((piece) => ({ ...piece, arriving: false, leaving: true }));
  return [...left, ...arrived];
}
