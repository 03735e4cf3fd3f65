import { type ReactNode, useId } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './notice.tsx'
import { Form } from './stack.tsx'

/** A form over the screen. What was typed is not lost by a click beside it. */
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
  /** What the button that sends it says. */
  readonly action: string
  readonly busy: boolean
  /** What the last try failed with; null: nothing yet. */
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
