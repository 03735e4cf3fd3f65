import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Buttons, Pair, Stack } from '#web/ui/stack.tsx'
import { closeByKey } from './close-by-key.ts'
import type { PaydayEdit, PaydayProposal } from './edited-payday.ts'
import styles from './proposals.module.css'

type Props = {
  readonly found: PaydayProposal
  readonly edit: PaydayEdit | undefined
  readonly currency: string
  /** Null: as it was found. */
  readonly onChange: (edit: PaydayEdit | null) => void
  readonly onClose: () => void
}

/** Edits a proposed payday in its place. A pay with two days a month keeps them: they are changed on its own screen. */
export function EditPayday({ found, edit = {}, currency, onChange, onClose }: Props) {
  const words = useText().proposals.edit
  const change = (more: PaydayEdit) => onChange({ ...edit, ...more })
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
        <Pair narrow>
          <AmountField
            label={words.amount}
            currency={currency}
            value={edit.amount === undefined ? found.amount : edit.amount}
            required
            onChange={(amount) => change({ amount })}
          />
          {found.frequency !== 'semimonthly' && (
            <TextField
              label={words.next}
              type="date"
              value={edit.next ?? found.next}
              required
              onChange={(event) => change({ next: event.target.value })}
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
