/**
 * Writes the lines of one turn of the event loop at once: a system call for each would cost a busy server more than
 * the lines do. `atExit` is given what writes the rest when the process ends.
 */
export function createLineBuffer(
  write: (lines: string) => void,
  atExit: (flush: () => void) => void,
): (line: string) => void {
  let lines = ''
  const flush = () => {
    const gathered = lines
    lines = ''
    if (gathered !== '') write(gathered)
  }
  atExit(flush)
  return (line) => {
    if (lines === '') setImmediate(flush)
    lines += line
  }
}
