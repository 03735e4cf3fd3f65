/** Waits until something has ended that does not fail, at most so many milliseconds. */
export async function untilEnded(
  ending: Promise<unknown>,
  milliseconds: number,
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const hasEnded = new AbortController()
  // With a reason: without one Node makes an error with its stack.
  void ending.then(() => hasEnded.abort('ended'))
  await wait(milliseconds, hasEnded.signal)
}
