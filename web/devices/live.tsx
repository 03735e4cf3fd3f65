import { Check } from 'lucide-react'
import styles from './devices.module.css'
import { useDeviceWords } from './words.ts'

/** Says if the first payment has arrived, as soon as it does. */
export function Live({
  arrived,
  card,
}: {
  readonly arrived: boolean
  readonly card?: string | undefined
}) {
  const { live } = useDeviceWords()
  return (
    <div className={styles.live} role="status">
      {arrived ? <Check size={20} aria-hidden /> : <i className={styles.pulse} aria-hidden />}
      <p>
        {arrived ? live.arrived : live.waiting}
        {arrived && card !== undefined && <span>{live.from(card)}</span>}
      </p>
    </div>
  )
}
