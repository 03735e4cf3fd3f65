import { type Box, dropBefore, type Slot, type Thing } from './order.ts'

/** Builds the value of `data-thing` and `data-handle`; `group` alone marks the Expenses without a group. */
export function markOf({ kind, id }: { readonly kind: Thing['kind']; readonly id: string | null }) {
  return id === null ? kind : `${kind} ${id}`
}

/** Finds the button that lifts a thing by keyboard. */
export function findHandle(container: HTMLElement, thing: Thing): HTMLElement | null {
  return container.querySelector<HTMLElement>(`[data-handle="${markOf(thing)}"]`)
}

/** Finds the slot for a thing held at this height of the window, in pixels. */
export function findSlot(container: HTMLElement, { kind, id }: Thing, y: number): Slot {
  const groups = findAll(container, 'group')
  if (kind === 'group') return { group: null, before: dropBefore(y, boxesOf(groups, id)) }
  const over = groups.findLast((one) => one.getBoundingClientRect().top <= y) ?? groups[0]
  if (over === undefined) return { group: null, before: null }
  return { group: idOf(over), before: dropBefore(y, boxesOf(findAll(over, 'expense'), id)) }
}

function findAll(container: HTMLElement, kind: Thing['kind']): readonly HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(`[data-thing^="${kind}"]`)]
}

/** Measures the elements, except the one that is moved and the section without a group. */
function boxesOf(elements: readonly HTMLElement[], id: string): readonly Box[] {
  const own = elements.findIndex((one) => idOf(one) === id)
  return elements.flatMap((element, at) => {
    const other = idOf(element)
    if (other === null || at === own) return []
    const { top, bottom } = element.getBoundingClientRect()
    return [
      { id: other, top, bottom, side: own === -1 ? 'elsewhere' : at < own ? 'above' : 'below' },
    ]
  })
}

function idOf(element: HTMLElement): string | null {
  return element.dataset['thing']?.split(' ')[1] ?? null
}

/** Finds the Expense whose row has the focus; null without one. */
export function focusedExpense(): string | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-thing^="expense "]')
  return row ? idOf(row) : null
}
