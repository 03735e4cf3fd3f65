import { useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { ChooseAccounts } from './choose-accounts.tsx'

/** A bank by its setup token, and then which of its accounts to follow. `renew`: a connection that has lost its access. */
export function ConnectSimplefin({
  renew,
  onClose,
}: {
  readonly renew?: string
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.accounts.simplefin
  const form = useId()
  const [token, setToken] = useState('')
  const [idempotencyKey] = useState(makeOnceKey)
  const [connected, setConnected] = useState<string | null>(null)
  const connect = useSendSecret('POST /connections/simplefin', {
    onDone: (told) => setConnected(told.connection_id),
  })
  if (connected !== null) return <ChooseAccounts id={connected} onClose={onClose} />
  const submit = () => {
    const body = {
      setup_token: token.trim(),
      ...(renew !== undefined && { connection_id: renew }),
    }
    connect.send({ body, idempotencyKey })
  }
  return (
    <Dialog
      title={renew === undefined ? words.title : words.renewTitle}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={connect.isPending}>
            {connect.isPending ? words.connecting : words.connect}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <Words>{words.words}</Words>
        <p>
          <a href="https://bridge.simplefin.org/simplefin/create" target="_blank" rel="noreferrer">
            {words.get}
          </a>
        </p>
        {connect.error !== null && <Failed error={connect.error} />}
        <TextArea
          label={words.token}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={4000}
          value={token}
          fault={faultOf(connect.error, 'setup_token')}
          onChange={(event) => setToken(event.target.value)}
        />
      </Form>
    </Dialog>
  )
}
