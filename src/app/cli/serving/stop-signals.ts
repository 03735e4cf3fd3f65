import process from 'node:process'

/**
 * Milliseconds. One press of Ctrl-C can arrive several times: from the terminal, from npm, and from the Node that
 * started this one. A later signal is a second press.
 */
const ONE_WISH = 1000
/** Milliseconds between checks for the shell that npm runs us in. */
const LOOK_EVERY = 500

/** Resolves at the first signal to stop. The second one ends the process at once. */
export function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | null = null
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now()
        first ??= now
        if (now - first > ONE_WISH) process.exit(1)
        resolve()
      })
    }
    whenOrphaned(resolve)
  })
}

// On SIGTERM npm stops its shell, but the shell does not pass the signal on, so the server would stay behind. Without
// npm a parent may end at any time.
function whenOrphaned(resolve: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    resolve()
  }, LOOK_EVERY)
  look.unref()
}
