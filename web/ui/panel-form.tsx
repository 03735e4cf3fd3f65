import { type ReactNode, useId } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

/** A long form at the side of the screen. It can be sent once that is known which it starts from. */
export function PanelForm<Start>({
  title,
  action,
  start,
  error,
  onClose,
  children,
}: {
  readonly title: string
  /** What the button that sends it says. */
  readonly action: string
  /** Undefined: not read yet. */
  readonly start: Start | undefined
  /** What reading that failed with; null: nothing. */
  readonly error: unknown
  readonly onClose: () => void
  /** The form, under the id by which the button knows it. */
  readonly children: (start: Start, form: string) => ReactNode
}) {
  const text = useText()
  const form = useId()
  return (
    <Dialog
      title={title}
      shape="panel"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} disabled={start === undefined}>
            {action}
          </Button>
        </>
      }
    >
      {start !== undefined ? (
        children(start, form)
      ) : error !== null ? (
        <Failed error={error} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}
