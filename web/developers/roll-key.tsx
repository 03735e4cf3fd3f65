import { useId, useState } from 'react'
import { makeOnceKey } from '#web/calls/call.ts'
import { useSendSecret } from '#web/calls/secrets.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Form, Words } from '#web/ui/stack.tsx'
import { KeyShown } from './key-shown.tsx'

const overlaps = [0, 24, 168] as const

/** A new key in the place of an old one, which may work on for a while so that nothing stands still. */
export function RollKey({
  of: { id, name },
  onClose,
}: {
  readonly of: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}) {
  const text = useText()
  const words = text.developers.keys
  const form = useId()
  const [hours, setHours] = useState<(typeof overlaps)[number]>(24)
  const [idempotencyKey] = useState(makeOnceKey)
  const [made, setMade] = useState<string | null>(null)
  const roll = useSendSecret('POST /keys/{id}/roll', {
    onDone: (told) => setMade(told.api_key ?? null),
  })
  if (made !== null) return <KeyShown value={made} onClose={onClose} />
  return (
    <Dialog
      title={words.rollTitle(name)}
      open
      insistent
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.cancel}</Button>
          <Button look="primary" type="submit" form={form} busy={roll.isPending}>
            {words.roll}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={() => {
          roll.send({ params: { id }, body: { overlap_hours: hours }, idempotencyKey })
        }}
      >
        {roll.error !== null && <Failed error={roll.error} />}
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
      </Form>
    </Dialog>
  )
}
