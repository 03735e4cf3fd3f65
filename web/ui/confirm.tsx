import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './notice.tsx'
import styles from './stack.module.css'

/** Asks for confirmation of an irreversible action. The text and the button both name the consequence. */
export function Confirm({
  title,
  action,
  busy,
  error,
  disabled = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string
  readonly action: string
  readonly busy: boolean
  readonly error: unknown
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const text = useText()
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error !== null && error !== undefined && <Failed error={error} />}
        {children}
      </div>
    </Dialog>
  )
}
