import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { useThrottled } from '#web/ui/use-throttled.ts'
import { type RequestsSearch, statuses } from './request-search.ts'
import styles from './requests.module.css'

/** Filters the log; the filters are in the address. */
export function RequestFilters({
  filters,
  onChange,
}: {
  readonly filters: RequestsSearch
  readonly onChange: (filters: RequestsSearch) => void
}) {
  const words = useText().developers.requests
  const { data: keys } = useQuery(ask('GET /keys'))
  const { key_id: _, ...beyondKey } = filters
  const { status: __, ...beyondStatus } = filters
  return (
    <div className={styles.filters} role="search" aria-label={words.filters}>
      <PathField filters={filters} onChange={onChange} />
      <SelectField
        label={words.status}
        value={filters.status ?? ''}
        onChange={(event) => {
          const status = statuses.find((one) => one === event.target.value)
          onChange(status ? { ...filters, status } : beyondStatus)
        }}
      >
        <option value="">{words.anyStatus}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.key}
        value={filters.key_id ?? ''}
        onChange={({ target: { value } }) => {
          onChange(value === '' ? beyondKey : { ...filters, key_id: value })
        }}
      >
        <option value="">{words.anyKey}</option>
        {keys?.map(({ id, name, prefix }) => (
          <option key={id} value={id}>
            {name} ({prefix}…)
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** How long typing must pause before the log is filtered, in milliseconds. */
const PAUSE = 250

function PathField({
  filters,
  onChange,
}: {
  readonly filters: RequestsSearch
  readonly onChange: (filters: RequestsSearch) => void
}) {
  const words = useText().developers.requests
  const [typed, setTyped] = useState(filters.path ?? '')
  const path = useThrottled(typed.trim(), PAUSE, typed)
  const { path: now = '', ...beyond } = filters
  useEffect(() => {
    if (path !== now) onChange(path === '' ? beyond : { ...beyond, path })
    // Runs only when the typed text changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [path])
  return (
    <TextField
      label={words.path}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      placeholder="/transactions"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
