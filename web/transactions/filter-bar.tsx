import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { partBySight } from '#web/categories/in-sight.ts'
import { useShortcut } from '#web/shell/keyboard.tsx'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './filter-bar.module.css'
import { countFilters, type Filters } from './filters.ts'
import { SearchHelp } from './search-help.tsx'

type Props = {
  readonly filters: Filters
  /** If nothing matches, the button that clears the filters is shown in place of the rows, not here as well. */
  readonly findsNothing: boolean
  readonly onChange: (filters: Filters) => void
}

/** Stands for "no category" among the categories. */
const NONE = 'none'

type Option = { readonly id: string; readonly name: string }

/** Filters the list. Every filter is also in the address. */
export const FilterBar = memo(({ filters, findsNothing, onChange }: Props) => {
  const text = useText()
  const { data: accounts = [] } = useQuery(ask('GET /accounts'))
  const { data: categories = [] } = useQuery(ask('GET /categories'))
  const { data: expenses = [] } = useQuery(ask('GET /expenses'))
  const words = text.transactions.filters
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  const pickCategory = (id: string) => {
    const { category_id: _, without_category: __, ...rest } = filters
    if (id === '') onChange(rest)
    else
      onChange(id === NONE ? { ...rest, without_category: 'true' } : { ...rest, category_id: id })
  }
  const types = (['expense', 'income', 'transfer'] as const).map((id) => {
    return { id, name: text.transactions.types[id] }
  })
  const lists = [
    ['type', text.transactions.columns.type, types],
    ['account_id', text.transactions.columns.account, accounts],
    [
      'category_id',
      text.transactions.columns.category,
      [{ id: NONE, name: words.noCategory }, ...partBySight(categories, filters.category_id).first],
    ],
    ['expense_goal_id', words.expense, expenses],
  ] as const
  const count = countFilters(filters)
  return (
    <search className={styles.bar}>
      <SearchField value={filters.search ?? ''} onChange={(value) => set('search', value)} />
      {lists.map(([name, any, options]) => (
        <Pill
          key={name}
          any={any}
          options={options}
          value={name === 'category_id' && filters.without_category ? NONE : filters[name]}
          onPick={(id) => (name === 'category_id' ? pickCategory(id) : set(name, id))}
        />
      ))}
      <DayPill
        label={words.from}
        value={filters.from}
        max={filters.to}
        onPick={(day) => set('from', day)}
      />
      <DayPill
        label={words.to}
        value={filters.to}
        min={filters.from}
        onPick={(day) => set('to', day)}
      />
      {count > 0 && !findsNothing && (
        <Button look="quiet" size="small" onClick={() => onChange({})}>
          <X size={14} aria-hidden />
          {words.clear(count)}
        </Button>
      )}
    </search>
  )
})

/** How long typing must pause before the list is filtered, in milliseconds. */
const DEBOUNCE_MS = 60

function SearchField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useShortcut('search', () => input.current?.focus())
  useEffect(() => {
    // The address was changed elsewhere: by the back button or by clearing all filters.
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  const type = (words: string) => {
    setTyped(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = words.trim()
      onChange(words.trim())
    }, DEBOUNCE_MS)
  }
  return (
    <div className={styles.search} ref={field}>
      <Search size={16} aria-hidden />
      <input
        ref={input}
        aria-label={text.transactions.filters.search}
        type="search"
        placeholder={text.transactions.filters.examples}
        value={typed}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
      <SearchHelp
        anchor={field}
        onPick={(tip) => {
          type(`${typed.trim()} ${tip}`.trim())
          input.current?.focus()
        }}
      />
    </div>
  )
}

type PillProps = {
  readonly any: string
  readonly options: readonly Option[]
  readonly value: string | undefined
  readonly onPick: (id: string) => void
}

function Pill({ any, options, value, onPick }: PillProps) {
  const words = useText().transactions.filters
  return (
    <select
      aria-label={words.by(any)}
      className={classes(styles.pill, value !== undefined && styles.on)}
      value={value ?? ''}
      onChange={(event) => onPick(event.target.value)}
    >
      <option value="">{any}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

type DayProps = {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onPick: (day: string) => void
}

function DayPill({ label, value, min, max, onPick }: DayProps) {
  return (
    <label className={classes(styles.pill, styles.day, value !== undefined && styles.on)}>
      <span>{label}</span>
      <input
        type="date"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onPick(event.target.value)}
      />
    </label>
  )
}
