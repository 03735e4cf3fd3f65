/** Runs all steps to the end without a stop, and returns their result. */
export function finish<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
