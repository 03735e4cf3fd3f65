/**
 * Calls a function after this many milliseconds, unless the returned function is called before. Uses real time, because the
 * runtime's clock may stand still but a socket does not.
 */
export function after(milliseconds: number, act: () => void): () => void {
  // oxlint-disable-next-line no-restricted-globals -- the one place for it
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}
