import { type DragEvent, useState } from 'react'

/** What makes something draggable, and something to be dropped on. */
export type Dragging = {
  readonly handle: {
    readonly draggable: true
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
  readonly place: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    /** `lifted`: it is being dragged; `target`: it would give way. */
    readonly 'data-drag': 'lifted' | 'target' | undefined
  }
}

/**
 * Order by drag, among the things that share this. Everything that is done so can also be done from a menu, for who has no
 * mouse.
 */
export function useDrag(
  onMove: (moved: { readonly id: string; readonly onto: string }) => void,
): (id: string) => Dragging {
  const [lifted, setLifted] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const end = () => {
    setLifted(null)
    setTarget(null)
  }
  return (id) => ({
    handle: {
      draggable: true,
      onDragStart: (event) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        // Some browsers drag nothing that carries nothing.
        event.dataTransfer.setData('text/plain', '')
        setLifted(id)
      },
      onDragEnd: end,
    },
    place: {
      onDragOver: (event) => {
        if (lifted === null) return
        event.preventDefault()
        if (target !== id) setTarget(id)
      },
      onDrop: (event) => {
        if (lifted === null) return
        event.preventDefault()
        if (lifted !== id) onMove({ id: lifted, onto: id })
        end()
      },
      'data-drag':
        lifted === id ? 'lifted' : target === id && lifted !== null ? 'target' : undefined,
    },
  })
}
