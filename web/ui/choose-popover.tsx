import { Popover as Base } from '@base-ui/react/popover'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ChooseList, type ListProps } from './choose.tsx'
import { classes } from './classes.ts'
import styles from './popover.module.css'

type Props = Omit<ListProps, 'label'> & {
  readonly title: string
  /** The element beside which it opens. */
  readonly anchor: Element
  readonly onClose: () => void
}

/** Picks one of many choices beside the element that it changes, so that all around stays readable. */
export function ChoosePopover({ title, anchor, onClose, ...rest }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  // Focus goes back to where it was, unless a dialog that opened over it has it: the command palette, for example.
  const [before] = useState(() => document.activeElement)
  const left = useRef(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const leave = ({ target }: FocusEvent) => {
      const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
      if (dialog === null || dialog === popup.current) return
      left.current = true
      close()
    }
    document.addEventListener('focusin', leave)
    return () => document.removeEventListener('focusin', leave)
  }, [])
  return (
    <Base.Root open onOpenChange={(opened) => !opened && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'none' }}
          className={styles.place}
        >
          <Base.Popup
            ref={popup}
            aria-label={title}
            className={classes(styles.popup, styles.choices)}
            initialFocus={() => popup.current?.querySelector('input') ?? true}
            finalFocus={() => !left.current && (before instanceof HTMLElement ? before : true)}
          >
            <ChooseList label={title} {...rest} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
