import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Width of the light border, in squares; cameras need it to find the code. */
const QUIET = 4

/** Draws a QR code. It is dark on light in every theme, because few apps read the inverse. */
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

/** Draws each run of dark squares in a row as one rectangle. */
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
