import type { Catalogue } from '#web/text/catalogue.ts'
import { failureText } from '#web/text/failure-text.ts'
import { toast, type ToastAction } from '#web/ui/toast.ts'

/** A change that can be undone. */
export type UndoableChange = {
  /** Describes the change: "Moved to Groceries". */
  readonly words: string
  readonly undo: () => Promise<unknown>
  readonly redo: () => Promise<unknown>
  /** A further action that the announcement offers. */
  readonly further?: ToastAction | undefined
}

/** How many changes can be undone, one after another. */
const UNDO_MAX = 50

let done: readonly UndoableChange[] = []
let undone: readonly UndoableChange[] = []

type Words = Pick<Catalogue['ui'], 'undone' | 'redone'>

/** Records a change, announces it and offers to undo it. */
export function remember(change: UndoableChange, text: Catalogue): void {
  done = [...done, change].slice(-UNDO_MAX)
  undone = []
  offer(change, text)
}

/** Undoes the last change; returns false if there was nothing to undo. Rejects with the server's failure. */
export function undoLast(words: Words): Promise<boolean> {
  return inTurn(async () => {
    const change = done.at(-1)
    if (!change) return false
    done = done.slice(0, -1)
    await change.undo()
    undone = [...undone, change]
    toast(`${words.undone}: ${change.words}`)
    return true
  })
}

/** Repeats the change that was undone last. */
export function redoLast(words: Words): Promise<boolean> {
  return inTurn(async () => {
    const change = undone.at(-1)
    if (!change) return false
    undone = undone.slice(0, -1)
    await change.redo()
    done = [...done, change]
    toast(`${words.redone}: ${change.words}`)
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

/** Clears the history: a change in one household cannot be undone in another. */
export function forgetUndo(): void {
  done = []
  undone = []
}

function offer(change: UndoableChange, text: Catalogue): void {
  const run = () => {
    // A toast may outlive later changes, so it undoes its own change.
    if (!done.includes(change)) return
    done = done.filter((one) => one !== change)
    void inTurn(change.undo).then(
      () => {
        undone = [...undone, change]
        toast(`${text.ui.undone}: ${change.words}`)
      },
      (error: unknown) => toast(failureText(error, text)),
    )
  }
  toast(change.words, ...(change.further ? [change.further] : []), { name: text.ui.undo, run })
}
