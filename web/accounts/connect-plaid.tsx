import { useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { ChooseAccounts } from './choose-accounts.tsx'

/**
 * A bank by the public token of Plaid's Link. Link itself is a script of Plaid's, which the policy of our pages keeps out;
 * where Plaid is not set up, the server says so.
 */
export function ConnectPlaid({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const { plaid: words, simplefin } = text.accounts
  const form = useId()
  const [token, setToken] = useState('')
  const [idempotencyKey] = useState(makeOnceKey)
  const [connected, setConnected] = useState<string | null>(null)
  const connect = useSendSecret('POST /connections/plaid', {
    onDone: (told) => setConnected(told.connection_id),
  })
  if (connected !== null) return <ChooseAccounts id={connected} onClose={onClose} />
  const { error } = connect
  return (
    <Dialog
      title={words.title}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={connect.isPending}>
            {connect.isPending ? simplefin.connecting : simplefin.connect}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={() => connect.send({ body: { public_token: token.trim() }, idempotencyKey })}
      >
        <Words>{words.words}</Words>
        {error instanceof Error && <Notice tone="bad">{error.message}</Notice>}
        <TextField
          label={words.token}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={token}
          fault={faultOf(error, 'public_token')}
          onChange={(event) => setToken(event.target.value)}
        />
      </Form>
    </Dialog>
  )
}
