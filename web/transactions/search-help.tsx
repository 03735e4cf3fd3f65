import { Popover as Base } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import popover from '#web/ui/popover.module.css'
import styles from './filter-bar.module.css'

/** Shows all that the search understands. A press puts an example into the field. */
export function SearchHelp({
  anchor,
  onPick,
}: {
  /** The field below which it opens. */
  readonly anchor: RefObject<Element | null>
  readonly onPick: (tip: string) => void
}) {
  const { sought } = useText().transactions
  const [open, setOpen] = useState(false)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        render={
          <IconButton name={sought.help} className={styles.help}>
            <CircleHelp size={16} aria-hidden />
          </IconButton>
        }
      />
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={popover.place}
        >
          <Base.Popup className={classes(popover.popup, styles.helping)} aria-label={sought.help}>
            <p className={styles.advice}>{sought.words}</p>
            <ul className={styles.tips}>
              {sought.tips.map(([tip, meaning]) => (
                <li key={tip}>
                  <button
                    type="button"
                    onClick={() => {
                      setOpen(false)
                      onPick(tip)
                    }}
                  >
                    <code>{tip}</code>
                    <span>{meaning}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
