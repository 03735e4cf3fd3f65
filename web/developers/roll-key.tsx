import { useState } from 'react'
import { makeIdempotencyKey } from '#web/calls/call.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Words } from '#web/ui/stack.tsx'
import { useSecretLost } from '#web/ui/shown-once.tsx'
import { KeyShown } from './key-shown.tsx'

const overlaps = [0, 24, 168] as const

/** Replaces a key. The old one may keep working for a while, so that programs are not interrupted. */
export function RollKey({
  of: { id, name },
  onClose,
}: {
  readonly of: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}) {
  const words = useText().developers.keys
  const [hours, setHours] = useState<(typeof overlaps)[number]>(24)
  const [idempotencyKey] = useState(makeIdempotencyKey)
  const [made, setMade] = useState<string | null>(null)
  const lost = useSecretLost(onClose)
  const roll = useSendSecret('POST /keys/{id}/roll', {
    onDone: ({ api_key }) => (api_key === undefined ? lost() : setMade(api_key)),
  })
  if (made !== null) return <KeyShown value={made} onClose={onClose} />
  return (
    <FormDialog
      title={words.rollTitle(name)}
      action={words.roll}
      busy={roll.isPending}
      error={roll.error}
      onSubmit={() => roll.send({ params: { id }, body: { overlap_hours: hours }, idempotencyKey })}
      onClose={onClose}
    >
      <Words>{words.rollWords}</Words>
      <SelectField
        label={words.overlap}
        value={hours}
        onChange={(event) => {
          setHours(overlaps.find((one) => one === Number(event.target.value)) ?? 24)
        }}
      >
        {overlaps.map((one) => (
          <option key={one} value={one}>
            {words.overlaps[one]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
