import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ShownOnce, useSecretLost } from '#web/ui/shown-once.tsx'
import { Words } from '#web/ui/stack.tsx'

/** Creates a token for a device and shows it once. */
export function NewDevice({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.accounts.wallet
  const [name, setName] = useState<string>(words.nameDefault)
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [token, setToken] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /wallet/devices', {
    onDone: (created) => (created.token === undefined ? lost() : setToken(created.token)),
  })
  if (token !== null) {
    return (
      <ShownOnce
        title={words.token}
        words={words.tokenWords}
        done={words.done}
        value={token}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={words.add}
      action={text.ui.add}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.send({ body: { name }, idempotencyKey })}
      onClose={onClose}
    >
      <Words>{words.words}</Words>
      <TextField
        label={words.name}
        required
        autoFocus
        maxLength={200}
        autoComplete="off"
        value={name}
        fault={faultOf(create.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
