import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Buttons, Pair, Stack } from '#web/ui/stack.tsx'
import { closeByKey } from './close-by-key.ts'
import type { BillEdit } from './edited-bill.ts'
import type { BillProposal } from './openings.ts'
import styles from './proposals.module.css'

type Props = {
  readonly found: BillProposal
  readonly edit: BillEdit | undefined
  readonly currency: string
  /** Null: as it was found. */
  readonly onChange: (edit: BillEdit | null) => void
  readonly onClose: () => void
}

/** Edits a proposed bill in its place in the list. */
export function EditBill({ found, edit = {}, currency, onChange, onClose }: Props) {
  const words = useText().proposals.edit
  const change = (more: BillEdit) => onChange({ ...edit, ...more })
  const kind = edit.kind ?? 'bill'
  return (
    <div className={styles.edit} role="group" onKeyDown={(event) => closeByKey(event, onClose)}>
      <Stack dense>
        <TextField
          label={words.name}
          value={edit.name ?? found.name}
          maxLength={200}
          required
          autoFocus
          onChange={(event) => change({ name: event.target.value })}
        />
        <SelectField
          label={words.kind}
          value={kind}
          onChange={(event) =>
            change({ kind: event.target.value === 'bill' ? 'bill' : 'envelope' })
          }
        >
          <option value="bill">{words.kinds.bill}</option>
          <option value="envelope">{words.kinds.envelope}</option>
        </SelectField>
        <Pair narrow>
          <AmountField
            label={words.amount}
            currency={currency}
            value={edit.amount === undefined ? found.amount : edit.amount}
            required
            onChange={(amount) => change({ amount })}
          />
          {kind === 'bill' && (
            <TextField
              label={words.due}
              type="date"
              value={edit.due ?? found.due}
              required
              onChange={(event) => change({ due: event.target.value })}
            />
          )}
        </Pair>
        <Buttons>
          <Button size="small" onClick={onClose}>
            {words.done}
          </Button>
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              onChange(null)
              onClose()
            }}
          >
            {words.reset}
          </Button>
        </Buttons>
      </Stack>
    </div>
  )
}
