/**
 * Writes the lines of one turn of the event loop together, because one system call per line costs a busy server more than
 * the lines themselves. Passes `atExit` a function that writes the rest when the process ends.
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
