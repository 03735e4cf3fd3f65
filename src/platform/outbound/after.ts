/**
 * Does something after so many milliseconds, unless the function that comes back is called before. Strangers are given real
 * time: the runtime's clock may stand still, a socket does not.
 */
export function after(milliseconds: number, act: () => void): () => void {
  // oxlint-disable-next-line no-restricted-globals -- this is the place
  const timer = setTimeout(act, milliseconds)
  return () => clearTimeout(timer)
}
