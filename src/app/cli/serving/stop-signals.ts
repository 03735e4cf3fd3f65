import process from 'node:process'

/**
 * One press of Ctrl-C can arrive several times: from the terminal, from npm, and from the Node that started this one.
 * Only what comes later than this is a second wish, in milliseconds.
 */
const ONE_WISH = 1000
/** How often to look whether the shell that npm runs us in is still there, in milliseconds. */
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

// npm hands a SIGTERM to the shell that runs its script, and the shell hands it to nobody: `npm start`, told to stop,
// would leave the server behind. Without npm a parent may end whenever it likes.
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
