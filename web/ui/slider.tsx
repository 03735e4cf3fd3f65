import { Frame } from './field.tsx'
import styles from './slider.module.css'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value as text: shown beside the label and read out. */
  readonly words: string
  readonly onChange: (value: number) => void
}

/** Picks a value between two ends by dragging or by arrow keys. The value is written beside it. */
export function Slider({ label, words, value, onChange, ...range }: Props) {
  return (
    <div className={styles.slider}>
      <Frame label={label}>
        {(props) => (
          <input
            {...range}
            {...props}
            type="range"
            value={value}
            aria-valuetext={words}
            className={styles.range}
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
        )}
      </Frame>
      <output className={styles.words}>{words}</output>
    </div>
  )
}
