import { StatementFault } from './fault.ts'

/** Limits a line, in characters, so that memory stays bounded. */
const LINE_MAX = 100_000

/**
 * Splits a text into lines, piece by piece, and numbers them from 1. `\n`, `\r\n`, `\r\r\n` and a lone `\r` end a line, and
 * so does `@@` if asked. Throws StatementFault for a line that is too long.
 */
export function createLines(
  emit: (text: string, line: number) => void,
  { atSigns = false }: { readonly atSigns?: boolean } = {},
) {
  const ends = atSigns ? /\r\r\n|\r\n|\n|\r|@@/g : /\r\r\n|\r\n|\n|\r/g
  let rest = ''
  let line = 1
  const take = (isLast: boolean) => {
    // Signs at the end of the piece may be the first half of a line end.
    const whole = isLast ? rest.length : rest.length - (/[\r@]{1,3}$/.exec(rest)?.[0].length ?? 0)
    let from = 0
    ends.lastIndex = 0
    for (let found = ends.exec(rest); found && ends.lastIndex <= whole; found = ends.exec(rest)) {
      emit(rest.slice(from, found.index), line)
      line += 1
      from = ends.lastIndex
    }
    rest = rest.slice(from)
    if (rest.length > LINE_MAX) throw new StatementFault(line, { name: 'line_too_long' })
    if (isLast && rest !== '') emit(rest, line)
  }
  return {
    push: (text: string) => {
      rest += text
      take(false)
    },
    end: () => take(true),
  }
}
