import { useId, useState } from 'react'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { type HeaderDraft, HeadersField, headersOf } from './headers-field.tsx'

/** Replaces all headers of a webhook: their values are never shown, so single ones cannot be changed. */
export function ReplaceHeaders({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.developers.webhooks
  const form = useId()
  const [headers, setHeaders] = useState<readonly HeaderDraft[]>([{ key: 1, name: '', value: '' }])
  const change = useSendSecret('PATCH /webhooks/{id}', { onDone: onClose })
  return (
    <Dialog
      title={words.replaceHeaders}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={change.isPending}>
            {text.ui.save}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={() => change.send({ params: { id }, body: { headers: headersOf(headers) } })}
      >
        {change.error !== null && <Failed error={change.error} />}
        <Words>{words.replaceHeadersWords}</Words>
        <HeadersField headers={headers} onChange={setHeaders} />
      </Form>
    </Dialog>
  )
}
