import { useState } from 'react'
import { currencyDigits } from '#/core/values/money.ts'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useSession } from '#web/shell/session.ts'
import { momentInDays } from '#web/text/formats.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useSecretLost } from '#web/ui/shown-once.tsx'
import { Words } from '#web/ui/stack.tsx'
import { HandOver } from './hand-over.tsx'
import { useDeviceWords } from './words.ts'

const DAYS = 365

/** Creates a key that may only read, and hands it over to a phone that shows Free-to-spend. */
export function NewNumber({ onClose }: { readonly onClose: () => void }) {
  const { add, numberTitle, numberWords } = useDeviceWords()
  const currency = useSession()?.household?.currency
  const [idempotencyKey] = useState(makeIdempotencyKey)
  // Computed once when the form opens, so that a retry sends the same request.
  const [expires_at] = useState(() => momentInDays(DAYS))
  const [key, setKey] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const create = useSendSecret('POST /keys', {
    onDone: ({ api_key }) => (api_key === undefined ? lost() : setKey(api_key)),
  })
  if (key !== null) {
    const digits = currency === undefined ? 2 : currencyDigits(currency)
    return <HandOver handed={{ kind: 'number', secret: key, digits }} onClose={onClose} />
  }
  const body = { name: add.keyName, scopes: ['data.read'] as ['data.read'], expires_at }
  return (
    <FormDialog
      title={numberTitle}
      action={add.next}
      busy={create.isPending}
      error={create.error}
      onSubmit={() => create.send({ body, idempotencyKey })}
      onClose={onClose}
    >
      <Words>{numberWords}</Words>
      <Words>{add.numberWords}</Words>
    </FormDialog>
  )
}
