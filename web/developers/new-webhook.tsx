import { lazy, Suspense, useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Form, Stack, Words } from '#web/ui/stack.tsx'
import { type HeaderDraft, HeadersField, headersOf } from './headers-field.tsx'

const Verify = lazy(() => import('./verify.tsx').then((file) => ({ default: file.Verify })))

/** An address that is told about new transactions. Its signing secret is shown here, once. */
export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.developers.webhooks
  const form = useId()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [headers, setHeaders] = useState<readonly HeaderDraft[]>([])
  const [idempotencyKey] = useState(makeOnceKey)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useSendSecret('POST /webhooks', {
    onDone: (told) => (told.secret === undefined ? onClose() : setSecret(told.secret)),
  })
  if (secret !== null) return <SecretShown value={secret} onClose={onClose} />
  const submit = () => {
    create.send({ body: { name, url, headers: headersOf(headers) }, idempotencyKey })
  }
  return (
    <Dialog
      title={words.add}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={create.isPending}>
            {text.ui.add}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {create.error !== null && <Failed error={create.error} />}
        <TextField
          label={words.name}
          required
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={name}
          fault={faultOf(create.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={words.url}
          hint={words.urlHint}
          type="url"
          required
          autoComplete="off"
          maxLength={2048}
          placeholder="https://example.com/earmark"
          value={url}
          fault={faultOf(create.error, 'url')}
          onChange={(event) => setUrl(event.target.value)}
        />
        <HeadersField headers={headers} onChange={setHeaders} />
      </Form>
    </Dialog>
  )
}

function SecretShown({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const words = useText().developers.webhooks
  return (
    <Dialog
      title={words.secret}
      open
      insistent
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <Stack>
        <Words>{words.secretWords}</Words>
        <Secret label={words.secret}>{value}</Secret>
        <Words>{words.verifyWords}</Words>
        <Suspense fallback={<Skeleton height="340px" />}>
          <Verify />
        </Suspense>
      </Stack>
    </Dialog>
  )
}
