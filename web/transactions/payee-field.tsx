import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Fault, TextField } from '#web/ui/field.tsx'
import { Monogram } from '#web/ui/monogram.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useNames } from './names.ts'
import styles from './payee-field.module.css'

export type Payee = Output<'GET /payees'>[number]

type Props = {
  readonly value: string
  readonly fault?: Fault
  readonly onChange: (name: string) => void
  /** A payee of the past was chosen, with what was picked for it last. */
  readonly onChoose: (payee: Payee) => void
}

/** How long typing must pause before payees are looked for, in milliseconds. */
const DEBOUNCE_MS = 80

/** The name of the payee, completed from past payments. */
export function PayeeField({ value, fault, onChange, onChoose }: Props) {
  const { columns, payees } = useText().transactions
  // Nothing is offered until somebody types: the name may be right as it is.
  const [isTyping, setTyping] = useState(false)
  const [at, setAt] = useState(-1)
  const found = usePayees(value, isTyping)
  const isOpen = isTyping && found.length > 0
  const choose = (payee: Payee) => {
    setTyping(false)
    onChoose(payee)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen || event.nativeEvent.isComposing) return
    if (step !== undefined) {
      event.preventDefault()
      setAt((before) => (Math.max(before, step > 0 ? -1 : 0) + step + found.length) % found.length)
    }
    const payee = found[at]
    if (event.key === 'Enter' && payee) {
      event.preventDefault()
      choose(payee)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setTyping(false)
    }
  }
  return (
    <div className={styles.field}>
      <TextField
        label={columns.concept}
        value={value}
        required
        maxLength={200}
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? LIST : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && at >= 0 ? `${LIST}-${at}` : undefined}
        fault={fault}
        onChange={(event) => {
          setTyping(true)
          setAt(-1)
          onChange(event.target.value)
        }}
        onKeyDown={press}
        onBlur={() => setTyping(false)}
      />
      {isOpen && (
        <ul id={LIST} role="listbox" aria-label={payees.list} className={styles.list}>
          {found.map((payee, index) => (
            <PayeeRow
              key={payee.name}
              id={`${LIST}-${index}`}
              payee={payee}
              isCurrent={index === at}
              onChoose={choose}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** There is one such field on a screen. */
const LIST = 'payees'

function usePayees(value: string, isTyping: boolean): readonly Payee[] {
  const typed = useDebounced(value.trim(), DEBOUNCE_MS)
  const { data = [] } = useQuery({
    ...ask('GET /payees', { query: { search: typed } }),
    enabled: isTyping && typed !== '',
    retry: false,
    placeholderData: keepPreviousData,
  })
  return data
}

type RowProps = {
  readonly id: string
  readonly payee: Payee
  readonly isCurrent: boolean
  readonly onChoose: (payee: Payee) => void
}

function PayeeRow({ id, payee, isCurrent, onChoose }: RowProps) {
  const names = useNames()
  const { money, day } = useFormats()
  const { payees } = useText().transactions
  const { name, category_id, expense_goal_id, amount, currency, booked_at } = payee
  const filed = [names.category(category_id), names.expense(expense_goal_id)].filter(Boolean)
  return (
    <li
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classes(styles.row, isCurrent && styles.current)}
      // Before the field loses the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(payee)}
    >
      <Monogram name={name} look={names.look(category_id)} />
      <span className={styles.words}>
        <span>{name}</span>
        <span className="soft">
          {filed.length > 0 ? filed.join(' · ') : payees.last(day(booked_at))}
        </span>
      </span>
      <span className="money">{money(amount, currency)}</span>
    </li>
  )
}
