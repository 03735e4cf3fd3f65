import { useText } from '#web/text/text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Preview } from './import.ts'
import styles from './imports.module.css'

/** Chooses one of several accounts in the file. */
export function FileAccountField({
  preview,
  onChoose,
}: {
  readonly preview: Preview
  readonly onChoose: (number: string) => void
}) {
  const text = useText().imports
  const { accounts, account } = preview
  return (
    <fieldset className={styles.several}>
      <legend>{text.several.title}</legend>
      {account === null && <Notice>{text.several.words}</Notice>}
      {accounts.map(({ number, total }) => (
        <label key={number} className={styles.oneOf}>
          <input
            type="radio"
            name="file-account"
            checked={number === account}
            onChange={() => onChoose(number)}
          />
          <span className={styles.number}>{number}</span>
          <span className={styles.soft}>{text.rows(total)}</span>
        </label>
      ))}
    </fieldset>
  )
}
