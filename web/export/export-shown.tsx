import { useState } from 'react'
import { callFile } from '#web/calls/call.ts'
import { languageTags } from '#/core/values/languages.ts'
import { languages } from '#web/text/language.ts'
import { useText } from '#web/text/text.tsx'
import type { Filters } from '#web/transactions/filters.ts'
import { Checkbox, SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Words } from '#web/ui/stack.tsx'
import { useSave } from './use-save.ts'

const headings = ['plain', ...languageTags] as const

/** Saves the transactions that the filters leave as a file. */
export function ExportShown({
  filters,
  onClose,
}: {
  readonly filters: Filters
  readonly onClose: () => void
}) {
  const words = useText().transactions.export
  const [format, setFormat] = useState<keyof typeof words.formats>('csv')
  const [heading, setHeading] = useState<(typeof headings)[number]>('plain')
  const [bom, setBom] = useState(false)
  const { busy, error, save } = useSave(onClose)
  const { account_id, from, to, ...others } = filters
  const isPlainPeriod = Object.values(others).every((value) => value === undefined)
  const get = () => {
    if (format === 'hledger' || format === 'beancount') {
      return callFile('GET /journal-export', { query: { format, account_id, from, to } })
    }
    const chosen = { format, headings: heading, bom: bom ? 'true' : 'false' } as const
    return callFile('GET /list-export', { query: { ...filters, ...chosen } })
  }
  return (
    <FormDialog
      title={words.title}
      action={words.save}
      busy={busy}
      error={error}
      onSubmit={() => void save(get)}
      onClose={onClose}
    >
      <SelectField
        label={words.format}
        value={format}
        onChange={(event) => setFormat(event.target.value as typeof format)}
      >
        {(['csv', 'xlsx', 'hledger', 'beancount'] as const).map((name) => {
          const isJournal = name === 'hledger' || name === 'beancount'
          return (
            <option key={name} value={name} disabled={isJournal && !isPlainPeriod}>
              {words.formats[name]}
            </option>
          )
        })}
      </SelectField>
      {(format === 'csv' || format === 'xlsx') && (
        <SelectField
          label={words.headings}
          value={heading}
          onChange={(event) => setHeading(event.target.value as typeof heading)}
        >
          {headings.map((name) => (
            <option key={name} value={name}>
              {name === 'plain' ? words.plain : languages[name].name}
            </option>
          ))}
        </SelectField>
      )}
      {format === 'csv' && (
        <Checkbox
          label={words.bom}
          checked={bom}
          onChange={(event) => setBom(event.target.checked)}
        />
      )}
      {!isPlainPeriod && <Words>{words.journal}</Words>}
    </FormDialog>
  )
}
