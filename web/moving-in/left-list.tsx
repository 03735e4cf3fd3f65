import styles from '#web/imports/imports.module.css'
import { Card } from '#web/ui/card.tsx'
import type { Report } from './move.ts'
import { useMoveWords } from './words.ts'

/** Says what is not taken, or not as it was, with the first examples. */
export function LeftList({ left }: { readonly left: Report['left'] }) {
  const words = useMoveWords().left
  if (left.length === 0) return null
  return (
    <Card title={words.title}>
      <ul>
        {left.map(({ reason, count, examples }) => (
          <li key={reason}>
            {words.reasons[reason](count)}
            {examples.length > 0 && <p className={styles.soft}>{words.for(examples.join(', '))}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
