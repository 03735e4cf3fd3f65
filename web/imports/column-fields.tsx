import { useText } from '#web/text/text.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type Columns, type Role, roleOf, roles, withRole } from './columns.ts'
import styles from './imports.module.css'

/** Lists every column of the file with sample values and its role. */
export function ColumnFields({
  sample,
  skipped,
  columns,
  onChange,
}: {
  readonly sample: readonly (readonly string[])[]
  readonly skipped: number
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
}) {
  const words = useText().imports.how
  const header = skipped > 0 ? sample[skipped - 1] : undefined
  const rows = sample.slice(skipped)
  const count = Math.max(0, ...rows.map(({ length }) => length), header?.length ?? 0)
  const pick = (place: number, picked: string) => {
    const role = roles.find((one): one is Role => one === picked)
    if (role) onChange(withRole(columns, place, role))
  }
  return (
    <fieldset className={styles.columns}>
      <legend>{words.columns}</legend>
      {Array.from({ length: count }, (_, place) => {
        const name = header?.[place]?.trim() || words.column(place + 1)
        const values = rows.map((cells) => cells[place]?.trim() ?? '').filter((cell) => cell !== '')
        return (
          <div key={place} className={styles.column}>
            <div className={styles.columnWords}>
              <p className={styles.columnName}>{name}</p>
              <p className={styles.columnValues}>{values.slice(0, 3).join(' · ') || '–'}</p>
            </div>
            <SelectField
              label={name}
              hideLabel
              value={roleOf(columns, place)}
              onChange={(event) => pick(place, event.target.value)}
            >
              {roles.map((role) => (
                <option key={role} value={role}>
                  {words.roles[role]}
                </option>
              ))}
            </SelectField>
          </div>
        )
      })}
    </fieldset>
  )
}
