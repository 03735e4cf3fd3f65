import { Plus, X } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import styles from './headers-field.module.css'

export type HeaderDraft = { readonly key: number; readonly name: string; readonly value: string }

/** Edits headers as pairs of name and value; rows without a name are ignored. */
export function HeadersField({
  headers,
  onChange,
}: {
  readonly headers: readonly HeaderDraft[]
  readonly onChange: (headers: readonly HeaderDraft[]) => void
}) {
  const words = useText().developers.webhooks
  const set = (key: number, change: Partial<HeaderDraft>) => {
    onChange(headers.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
  const key = Math.max(0, ...headers.map((one) => one.key)) + 1
  return (
    <fieldset className={styles.headers}>
      <legend>{words.headers}</legend>
      <p className="soft">{words.headersHint}</p>
      {headers.map((one) => (
        <div key={one.key} className={styles.pair}>
          <TextField
            label={words.headerName}
            hideLabel
            placeholder={words.headerName}
            autoComplete="off"
            spellCheck={false}
            value={one.name}
            onChange={(event) => set(one.key, { name: event.target.value })}
          />
          <TextField
            label={words.headerValue}
            hideLabel
            placeholder={words.headerValue}
            autoComplete="off"
            spellCheck={false}
            value={one.value}
            onChange={(event) => set(one.key, { value: event.target.value })}
          />
          <IconButton
            name={words.removeHeader}
            onClick={() => onChange(headers.filter((other) => other !== one))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...headers, { key, name: '', value: '' }])}>
        <Plus size={15} aria-hidden />
        {words.addHeader}
      </Button>
    </fieldset>
  )
}

/** Converts the rows to the headers that are sent. */
export function headersOf(drafts: readonly HeaderDraft[]): Record<string, string> {
  const named = drafts.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
}
