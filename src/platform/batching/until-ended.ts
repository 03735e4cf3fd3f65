/** Waits until something has ended that does not fail, at most so many milliseconds. */
export async function untilEnded(
  ending: Promise<unknown>,
  milliseconds: number,
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const hasEnded = new AbortController()
  void ending.then(() => hasEnded.abort())
  await wait(milliseconds, hasEnded.signal)
}
