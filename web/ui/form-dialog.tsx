import { type ReactNode, useId } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './notice.tsx'
import { Form } from './stack.tsx'

/** A form over the screen. A click outside does not discard the typed text. */
export function FormDialog({
  title,
  action,
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  /** Label of the submit button. */
  readonly action: string
  readonly busy: boolean
  /** The failure of the last attempt; null before the first one. */
  readonly error: unknown
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const text = useText()
  const form = useId()
  return (
    <Dialog
      title={title}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={onSubmit}>
        {error !== null && <Failed error={error} />}
        {children}
      </Form>
    </Dialog>
  )
}
