/**
 * Line ends in the text so far. `returns` counts the `\r` at its very end: together with a following `\n` they are one
 * line end, otherwise one each.
 */
export type LineEnds = { readonly count: number; readonly returns: number }

export const noLineEnds: LineEnds = { count: 0, returns: 0 }

/** Adds the line ends of the next piece of a text. `\n`, `\r\n`, `\r\r\n` and a lone `\r` end a line. */
export function countLineEnds({ count, returns }: LineEnds, piece: string): LineEnds {
  let ends = count
  let open = returns
  const sign = /[\r\n]/g
  let behind = 0
  for (let found = sign.exec(piece); found; found = sign.exec(piece)) {
    const follows = found.index === behind
    if (found[0] === '\r') {
      ends += 1
      open = follows ? open + 1 : 1
    } else {
      // Returns directly before it were counted one each.
      ends += follows ? 1 - open : 1
      open = 0
    }
    behind = found.index + 1
  }
  return { count: ends, returns: behind === piece.length ? open : 0 }
}
