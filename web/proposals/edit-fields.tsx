import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Buttons, Pair, Stack } from '#web/ui/stack.tsx'
import { closeByKey } from './close-by-key.ts'
import styles from './proposals.module.css'

/** The fields that every proposal has. */
type Common = { readonly name?: string; readonly amount?: number | null }

type Props<Edit> = {
  readonly found: { readonly name: string; readonly amount: number }
  readonly edit: Edit
  readonly currency: string
  /** Null: as it was found. */
  readonly onChange: (edit: Edit | null) => void
  readonly onClose: () => void
  /** A field below the name. */
  readonly below?: ReactNode
  /** A field beside the amount. */
  readonly beside: ReactNode
}

/** Edits a proposal in its place: its name, its amount, and what its kind adds. */
export function EditFields<Edit extends Common>(props: Props<Edit>) {
  const { found, edit, currency, onChange, onClose, below, beside } = props
  const words = useText().proposals.edit
  return (
    <div className={styles.edit} role="group" onKeyDown={(event) => closeByKey(event, onClose)}>
      <Stack dense>
        <TextField
          label={words.name}
          value={edit.name ?? found.name}
          maxLength={200}
          required
          autoFocus
          onChange={(event) => onChange({ ...edit, name: event.target.value })}
        />
        {below}
        <Pair narrow>
          <AmountField
            label={words.amount}
            currency={currency}
            value={edit.amount === undefined ? found.amount : edit.amount}
            required
            onChange={(amount) => onChange({ ...edit, amount })}
          />
          {beside}
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
