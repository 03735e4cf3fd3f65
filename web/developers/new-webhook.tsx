import { lazy, Suspense, useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ShownOnce, useSecretLost } from '#web/ui/shown-once.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Words } from '#web/ui/stack.tsx'
import { type HeaderDraft, HeadersField, headersOf } from './headers-field.tsx'

const Verify = lazy(() => import('./verify.tsx').then((file) => ({ default: file.Verify })))

/** Registers an address that receives new transactions. Its signing secret is shown here, once. */
export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.developers.webhooks
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [headers, setHeaders] = useState<readonly HeaderDraft[]>([])
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [secret, setSecret] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /webhooks', {
    onDone: (created) => (created.secret === undefined ? lost() : setSecret(created.secret)),
  })
  if (secret !== null) {
    return (
      <ShownOnce
        title={words.secret}
        words={words.secretWords}
        done={words.done}
        value={secret}
        onClose={onClose}
      >
        <Words>{words.verifyWords}</Words>
        <Suspense fallback={<Skeleton height="340px" />}>
          <Verify />
        </Suspense>
      </ShownOnce>
    )
  }
  const submit = () => {
    create.send({ body: { name, url, headers: headersOf(headers) }, idempotencyKey })
  }
  return (
    <FormDialog
      title={words.add}
      action={text.ui.add}
      busy={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
