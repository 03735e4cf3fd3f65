import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useText } from '#web/text/text.tsx'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'

type Props = {
  readonly title: string
  /** The face of what the dialog shows. */
  readonly mark?: ReactNode
  readonly open: boolean
  readonly onClose: () => void
  /** `dialog`: in the middle; `panel`: at the side, for details. On phones both slide up from the bottom. */
  readonly shape?: 'dialog' | 'panel'
  /** Closes by its buttons only, for content that is shown once. */
  readonly insistent?: boolean
  readonly hideTitle?: boolean
  readonly children: ReactNode
  /** Buttons at the bottom. */
  readonly actions?: ReactNode
}

/** Opens over the screen. Focus moves in, stays in, and returns when it closes. */
export function Dialog(props: Props) {
  const { title, open, onClose, shape = 'dialog', insistent = false, hideTitle = false } = props
  const text = useText()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={insistent}
      onOpenChange={(opened, details) => {
        if (opened || (insistent && details.reason === 'escape-key')) return
        onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={classes(styles.popup, styles[shape])}
          initialFocus={() => popup.current && begin(popup.current)}
        >
          <header className={hideTitle ? 'unseen' : styles.header}>
            {props.mark}
            <Base.Title className={styles.title}>{title}</Base.Title>
            {!insistent && !hideTitle && (
              <Base.Close
                render={
                  <IconButton name={text.ui.close}>
                    <X size={18} aria-hidden />
                  </IconButton>
                }
              />
            )}
          </header>
          <div className={hideTitle ? styles.bare : styles.body}>{props.children}</div>
          {props.actions && (
            <footer className={styles.actions} data-answers>
              {props.actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Chooses the initial focus: the first field, else the first button, else the dialog itself, so that its title is read out.
 */
function begin(popup: HTMLElement): HTMLElement {
  return popup.querySelector<HTMLElement>(FIELDS) ?? popup.querySelector(ANSWERS) ?? popup
}

const FIELDS = ':is(input, select, textarea):not([type=hidden], :disabled)'
const ANSWERS = '[data-answers] button'
