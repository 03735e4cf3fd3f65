import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '#web/calls/call.ts'
import { isConflict } from '#web/calls/failure.ts'
import { refresh, useSendOnce } from '#web/calls/changes.ts'
import { isSame } from '#web/edits/changed-fields.ts'
import { remember } from '#web/shell/history.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Buttons, Pair, Sum } from '#web/ui/stack.tsx'
import { PickField } from './pick-field.tsx'
import { type Draft, partsOf, restOf, toSend, type Whole, withAnother } from './split-draft.ts'
import styles from './split-dialog.module.css'

/** The most parts of a transaction. */
const PARTS_MAX = 20

type Props = { readonly row: Whole; readonly onClose: () => void }

/** Divides a transaction into parts. Amounts are typed in all but the last part, which takes the rest. */
export function SplitDialog({ row: opened, onClose }: Props) {
  const words = useText().transactions.split
  // The transaction as this person saw it. If somebody else has changed it since, the server refuses the parts, and the change is shown.
  const [row, setRow] = useState(opened)
  const [parts, setParts] = useState(() => partsOf(row))
  const { split, join } = useSplit(row, onClose)
  const rest = restOf(row, parts)
  const last = parts.length - 1
  const change = (key: number, changed: Partial<Draft>) => {
    setParts((all) => all.map((part) => (part.key === key ? { ...part, ...changed } : part)))
  }
  const remove = (key: number) => setParts((all) => all.filter((part) => part.key !== key))
  const [params, expected_updated_at] = [{ id: row.id }, row.updated_at]
  const showChange = async (error: unknown) => {
    if (!isConflict(error)) return
    const changed = await call('GET /transactions/{id}', { params })
    setRow(changed)
    // Keeps what was typed if only the whole amount has changed.
    if (!isSame(changed.splits, row.splits)) setParts(partsOf(changed))
  }
  const report = (error: unknown) => void showChange(error).catch(() => {})
  const send = () => {
    const body = toSend(row, parts)
    if (body) split.send({ params, body: { parts: body, expected_updated_at } }, report)
  }
  return (
    <FormDialog
      title={words.title(row.concept)}
      action={words.submit}
      busy={split.isPending}
      error={split.error ?? join.error}
      onSubmit={send}
      onClose={onClose}
    >
      <Sum name={words.whole}>
        <Money cents={row.amount} currency={row.currency} />
      </Sum>
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          part={part}
          place={index + 1}
          currency={row.currency}
          rest={index === last ? rest : null}
          onChange={(changed) => change(part.key, changed)}
          {...(index < last && last > 1 && { onRemove: () => remove(part.key) })}
        />
      ))}
      <Buttons>
        {parts.length < PARTS_MAX && (
          <Button size="small" onClick={() => setParts(withAnother)}>
            <Plus size={16} aria-hidden />
            {words.add}
          </Button>
        )}
        {row.splits.length > 0 && (
          <Button
            size="small"
            look="quiet"
            busy={join.isPending}
            onClick={() => join.send({ params, query: { expected_updated_at } }, report)}
          >
            {words.join}
          </Button>
        )}
      </Buttons>
    </FormDialog>
  )
}

/** The two writes of the dialog. Each is announced and can be undone. */
function useSplit({ id }: Whole, onClose: () => void) {
  const words = useText().transactions.split
  const onChanged = useUndoable(id)
  const split = useSendOnce('PUT /transactions/{id}/splits', {
    onDone: ({ undo }, { body }) => {
      onChanged(words.done(body.parts.length), undo)
      onClose()
    },
  })
  const join = useSendOnce('DELETE /transactions/{id}/splits', {
    onDone: ({ undo }) => {
      onChanged(words.joined, undo)
      onClose()
    },
  })
  return { split, join }
}

type PartProps = {
  readonly part: Draft
  readonly place: number
  readonly currency: string
  /** The rest, for the last part; null for the others. */
  readonly rest: number | null
  readonly onChange: (change: Partial<Draft>) => void
  readonly onRemove?: () => void
}

function PartFields({ part, place, currency, rest, onChange, onRemove }: PartProps) {
  const text = useText()
  const words = text.transactions.split
  return (
    <fieldset className={styles.part}>
      <legend className={styles.place}>{words.part(place)}</legend>
      {onRemove && (
        <span className={styles.remove}>
          <IconButton name={words.remove(place)} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </span>
      )}
      {rest === null ? (
        <AmountField
          label={text.transactions.columns.amount}
          currency={currency}
          value={part.size}
          autoFocus={place === 1}
          required
          onChange={(size) => onChange({ size: size === null ? null : Math.abs(size) })}
        />
      ) : (
        <Rest rest={rest} currency={currency} />
      )}
      <Pair>
        <PickField
          field="category"
          chosen={part.category_id}
          onPick={(category_id) => onChange({ category_id })}
        />
        <PickField
          field="expense"
          chosen={part.expense_goal_id}
          onPick={(expense_goal_id) => onChange({ expense_goal_id })}
        />
      </Pair>
      <TextField
        label={text.transactions.notes}
        value={part.note}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ note: event.target.value })}
      />
    </fieldset>
  )
}

/** Says what is left for the last part, while the others are typed. */
function Rest({ rest, currency }: { readonly rest: number; readonly currency: string }) {
  const words = useText().transactions.split
  const { money } = useFormats()
  return (
    <div role="status">
      {rest > 0 ? (
        <Sum name={words.rest}>
          <Money cents={rest} currency={currency} />
        </Sum>
      ) : (
        <Notice tone="warn">
          <span className="money">
            {rest === 0 ? words.nothingLeft : words.tooMuch(money(-rest, currency))}
          </span>
        </Notice>
      )}
    </div>
  )
}

/** Each undo and redo names the change before it, so that it never takes back another person's. */
function useUndoable(id: string) {
  const text = useText()
  const queries = useQueryClient()
  return (words: string, undo: string) => {
    let change = undo
    const back = async () => {
      const sent = { params: { id }, body: { change } }
      change = (await call('POST /transactions/{id}/splits/undo', sent)).undo
      await refresh(queries)
    }
    remember({ words, undo: back, redo: back }, text)
  }
}
