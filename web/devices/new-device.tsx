import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { faultOf } from '#web/calls/failure.ts'
import { ask } from '#web/calls/queries.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useSecretLost } from '#web/ui/shown-once.tsx'
import { Words } from '#web/ui/stack.tsx'
import { HandOver } from './hand-over.tsx'
import { Live } from './live.tsx'
import { useDeviceWords } from './words.ts'

/** How often the list of devices is read while the first payment is waited for, in milliseconds. */
const POLL_MS = 3000

type Made = { readonly id: string; readonly token: string }

/** Creates a token for a device, hands it over, and shows when the first payment arrives. */
export function NewDevice({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const { add, words: about } = useDeviceWords()
  const words = text.accounts.wallet
  const [name, setName] = useState<string>(words.nameDefault)
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [made, setMade] = useState<Made | null>(null)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /wallet/devices', {
    onDone: ({ id, token }) => (token === undefined ? lost() : setMade({ id, token })),
  })
  if (made !== null) {
    return (
      <HandOver
        handed={{ kind: 'payments', secret: made.token, digits: 2 }}
        live={<FirstPayment device={made.id} />}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={add.title}
      action={add.next}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.send({ body: { name }, idempotencyKey })}
      onClose={onClose}
    >
      <Words>{about}</Words>
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

function FirstPayment({ device }: { readonly device: string }) {
  const { data = [] } = useQuery({
    ...ask('GET /wallet/devices'),
    refetchInterval: ({ state }) => {
      return state.data?.find(({ id }) => id === device)?.last_push_at ? false : POLL_MS
    },
  })
  const found = data.find(({ id }) => id === device)
  return <Live arrived={found?.last_push_at != null} card={found?.accounts[0]?.name} />
}
