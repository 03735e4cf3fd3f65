import { useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Stack, Words } from '#web/ui/stack.tsx'

/** A token for a device. It is shown here, once. */
export function NewDevice({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const words = text.accounts.wallet
  const form = useId()
  const [name, setName] = useState<string>(words.nameDefault)
  const [idempotencyKey] = useState(makeOnceKey)
  const [token, setToken] = useState<string | null>(null)
  const create = useSendSecret('POST /wallet/devices', {
    onDone: (told) => (told.token === undefined ? onClose() : setToken(told.token)),
  })
  if (token !== null) {
    return (
      <Dialog
        title={words.token}
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
          <Words>{words.tokenWords}</Words>
          <Secret label={words.token}>{token}</Secret>
        </Stack>
      </Dialog>
    )
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
      <Form id={form} onSubmit={() => create.send({ body: { name }, idempotencyKey })}>
        {create.error !== null && <Failed error={create.error} />}
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
      </Form>
    </Dialog>
  )
}
