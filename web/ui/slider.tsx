import { Frame } from './field.tsx'
import styles from './slider.module.css'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The value in words: shown beside the label, and said. */
  readonly words: string
  readonly onChange: (value: number) => void
}

/** A value between two ends, by hand or by arrow keys. What it stands for is written beside it. */
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
