/** Line ends in the text so far, and the returns that it ends with: one line end with the `\n` that may follow, else one each. */
export type LineEnds = { readonly count: number; readonly returns: number }

export const noLineEnds: LineEnds = { count: 0, returns: 0 }

/** Counts on through the next piece of a text. `\n`, `\r\n`, `\r\r\n` and a lone `\r` end a line. */
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
      // The returns before it were counted one each.
      ends += follows ? 1 - open : 1
      open = 0
    }
    behind = found.index + 1
  }
  return { count: ends, returns: behind === piece.length ? open : 0 }
}
