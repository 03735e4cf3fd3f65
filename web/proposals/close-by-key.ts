import type { KeyboardEvent } from 'react'

/** Closes the fields of a proposal by Enter in one of them, or by Escape. Enter would else accept all that is ticked. */
export function closeByKey(event: KeyboardEvent, onClose: () => void): void {
  const entered = event.key === 'Enter' && event.target instanceof HTMLInputElement
  if (event.nativeEvent.isComposing || !(entered || event.key === 'Escape')) return
  event.preventDefault()
  event.stopPropagation()
  onClose()
}
