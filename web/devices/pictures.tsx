import type { ReactNode } from 'react'
import styles from './devices.module.css'

/** Small drawings of the steps. The words beside them say the same, so they are hidden from screen readers. */
export const pictures = {
  tap: (
    <>
      <rect className={styles.paper} x="16" y="30" width="40" height="46" rx="7" />
      <rect className={styles.soft} x="22" y="36" width="28" height="16" rx="3" />
      <path className={styles.wires} d="M24 60h8M36 60h8M24 67h8M36 67h8" />
      <Phone x={74} y={8}>
        <rect className={styles.good} x="81" y="22" width="24" height="16" rx="3" />
        <path className={styles.wires} d="M81 46h24M81 53h15" />
      </Phone>
      <path className={styles.lines} d="M60 40q5 6 0 12M65 36q9 10 0 20" />
    </>
  ),
  url: (
    <Block name="GET · POST">
      <rect className={styles.field} x="22" y="42" width="84" height="16" rx="5" />
      <text className={styles.code} x="28" y="53.5">
        https://…/
      </text>
      <path className={styles.wires} d="M22 68h52" />
    </Block>
  ),
  header: (
    <Block name="POST">
      <rect className={styles.field} x="22" y="40" width="84" height="14" rx="4" />
      <text className={styles.code} x="27" y="50">
        Authorization
      </text>
      <rect className={styles.field} x="22" y="58" width="84" height="14" rx="4" />
      <text className={styles.code} x="27" y="68">
        Bearer em_…
      </text>
    </Block>
  ),
  fields: (
    <Block name="JSON">
      {[0, 1, 2, 3].map((row) => (
        <g key={row}>
          <path className={styles.wires} d={`M22 ${42 + row * 10}h${[16, 30, 26, 18][row]}`} />
          <rect
            className={row === 0 ? styles.field : styles.chip}
            x="64"
            y={38 + row * 10}
            width={[34, 40, 34, 28][row]}
            height="8"
            rx="4"
          />
        </g>
      ))}
    </Block>
  ),
  notification: (
    <Phone x={42} y={8}>
      <rect className={styles.paper} x="30" y="26" width="72" height="26" rx="6" />
      <rect className={styles.good} x="36" y="33" width="12" height="12" rx="3" />
      <path className={styles.lines} d="M54 36h26" />
      <path className={styles.wires} d="M54 43h40" />
    </Phone>
  ),
  split: (
    <>
      <rect className={styles.paper} x="16" y="18" width="100" height="18" rx="6" />
      <text className={styles.code} x="24" y="30">
        €12.50 · Visa ••1234
      </text>
      <path className={styles.wires} d="M50 40v8M88 40v8" />
      <rect className={styles.chip} x="24" y="52" width="44" height="18" rx="9" />
      <text className={styles.code} x="33" y="64">
        €12.50
      </text>
      <rect className={styles.chip} x="74" y="52" width="40" height="18" rx="9" />
      <text className={styles.code} x="84" y="64">
        Visa
      </text>
    </>
  ),
  calculate: (
    <Block name="{ }">
      <rect className={styles.chip} x="22" y="42" width="62" height="14" rx="7" />
      <text className={styles.code} x="28" y="52">
        free_to_spend
      </text>
      <text className={styles.sign} x="92" y="53">
        ÷
      </text>
      <path className={styles.wires} d="M22 66h40" />
    </Block>
  ),
  button: (
    <Phone x={42} y={8}>
      {[0, 1, 2, 3].map((place) => (
        <rect
          key={place}
          className={place === 1 ? styles.good : styles.soft}
          x={50 + (place % 2) * 18}
          y={26 + Math.floor(place / 2) * 18}
          width="13"
          height="13"
          rx="4"
        />
      ))}
    </Phone>
  ),
  arrived: (
    <Phone x={42} y={8}>
      <circle className={styles.good} cx="66" cy="38" r="13" />
      <path className={styles.tick} d="M60 38l4 4 8-8" />
      <path className={styles.wires} d="M54 62h24" />
    </Phone>
  ),
  number: (
    <Phone x={42} y={8}>
      <rect className={styles.paper} x="48" y="22" width="36" height="30" rx="6" />
      <path className={styles.wires} d="M53 30h16" />
      <text className={styles.figure} x="53" y="45">
        1,240
      </text>
    </Phone>
  ),
} satisfies Record<string, ReactNode>

export type PictureName = keyof typeof pictures

export function Picture({ name }: { readonly name: PictureName }) {
  return (
    <svg className={styles.picture} viewBox="0 0 132 92" aria-hidden>
      {pictures[name]}
    </svg>
  )
}

function Phone({
  x,
  y,
  children,
}: {
  readonly x: number
  readonly y: number
  readonly children: ReactNode
}) {
  return (
    <>
      <rect className={styles.phone} x={x} y={y} width="48" height="78" rx="9" />
      <path className={styles.lines} d={`M${x + 19} ${y + 6}h10`} />
      {children}
    </>
  )
}

/** An action of an app: its symbol, a word, and what is set in it. */
function Block({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <rect className={styles.paper} x="12" y="14" width="108" height="66" rx="9" />
      <circle className={styles.ink} cx="26" cy="27" r="6" />
      <text className={styles.name} x="38" y="30.5">
        {name}
      </text>
      {children}
    </>
  )
}
