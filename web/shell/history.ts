import type { Catalogue } from '#web/text/catalogue.ts'
import { failureText } from '#web/text/failure-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Something that has been done and can be taken back. */
export type Deed = {
  /** What was done, for people: "Moved to Groceries". */
  readonly words: string
  readonly undo: () => Promise<unknown>
  readonly redo: () => Promise<unknown>
}

/** How many deeds can be taken back, one after the other. */
const DEEDS_MAX = 50

let done: readonly Deed[] = []
let undone: readonly Deed[] = []

type Words = Pick<Catalogue['ui'], 'undone' | 'redone'>

/** Remembers what was done, says so, and offers to take it back. */
export function remember(deed: Deed, text: Catalogue): void {
  done = [...done, deed].slice(-DEEDS_MAX)
  undone = []
  offer(deed, text)
}

/** Takes the last deed back; false where there is none. Rejects with what the server said. */
export function undoLast(words: Words): Promise<boolean> {
  return inTurn(async () => {
    const deed = done.at(-1)
    if (!deed) return false
    done = done.slice(0, -1)
    await deed.undo()
    undone = [...undone, deed]
    toast(`${words.undone}: ${deed.words}`)
    return true
  })
}

/** Does what was taken back last once more. */
export function redoLast(words: Words): Promise<boolean> {
  return inTurn(async () => {
    const deed = undone.at(-1)
    if (!deed) return false
    undone = undone.slice(0, -1)
    await deed.redo()
    done = [...done, deed]
    toast(`${words.redone}: ${deed.words}`)
    return true
  })
}

let latest: Promise<unknown> = Promise.resolve()

/** Runs one undo or redo after the other: a redo that is pressed while the undo is still being sent waits for it. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = latest.then(work)
  latest = next.catch(() => {})
  return next
}

/** What was done in one household cannot be taken back in another. */
export function forgetDeeds(): void {
  done = []
  undone = []
}

function offer(deed: Deed, text: Catalogue): void {
  const run = () => {
    // The toast may outlive later deeds: it takes back its own.
    if (!done.includes(deed)) return
    done = done.filter((one) => one !== deed)
    void inTurn(deed.undo).then(
      () => {
        undone = [...undone, deed]
        toast(`${text.ui.undone}: ${deed.words}`)
      },
      (error: unknown) => toast(failureText(error, text)),
    )
  }
  toast(deed.words, { name: text.ui.undo, run })
}
