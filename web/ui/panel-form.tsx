import { type ReactNode, useId } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failed } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

/** A long form at the side of the screen. It can be submitted once its initial values are loaded. */
export function PanelForm<Start>({
  title,
  action,
  start,
  error,
  onClose,
  children,
}: {
  readonly title: string
  /** Label of the submit button. */
  readonly action: string
  /** The initial values; undefined while they load. */
  readonly start: Start | undefined
  /** The error of loading the initial values, or null. */
  readonly error: unknown
  readonly onClose: () => void
  /** Renders the form. The submit button refers to it by this id. */
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
