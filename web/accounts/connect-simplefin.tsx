import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Words } from '#web/ui/stack.tsx'
import { ChooseAccounts } from './choose-accounts.tsx'

/** Connects a bank by its setup token, then offers its accounts to follow. `renew`: a connection that lost its access. */
export function ConnectSimplefin({
  renew,
  onClose,
}: {
  readonly renew?: string
  readonly onClose: () => void
}) {
  const words = useText().accounts.simplefin
  const [token, setToken] = useState('')
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [connected, setConnected] = useState<string | null>(null)
  const connect = useSendSecret('POST /connections/simplefin', {
    onDone: (connection) => setConnected(connection.connection_id),
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
    <FormDialog
      title={renew === undefined ? words.title : words.renewTitle}
      action={connect.isPending ? words.connecting : words.connect}
      busy={connect.isPending}
      error={connect.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Words>{words.words}</Words>
      <p>
        <a href="https://bridge.simplefin.org/simplefin/create" target="_blank" rel="noreferrer">
          {words.get}
        </a>
      </p>
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
    </FormDialog>
  )
}
