import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Light squares around the code, without which cameras do not find it. */
const QUIET = 4

/** A text for a camera. Dark on light in every theme: few apps read it the other way round. */
export function QrCode({ label, children }: { readonly label: string; readonly children: string }) {
  const { data, size } = encode(children, { ecc: 'M', border: QUIET })
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect className={styles.light} width={size} height={size} />
      <path className={styles.dark} d={drawn(data)} />
    </svg>
  )
}

/** Each run of dark squares of a row is one rectangle. */
function drawn(rows: readonly (readonly boolean[])[]): string {
  const runs = rows.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return runs.join('')
}
