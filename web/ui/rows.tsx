import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './rows.module.css'

/** Things one below the other, inside a card that is `flush`. */
export function Rows({
  label,
  children,
}: {
  readonly label?: string
  readonly children: ReactNode
}) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}

/** One of them: what it is, what is worth knowing about it, and what can be done with it. */
export function Row({
  picture,
  title,
  badge,
  detail,
  aside,
  actions,
  dim = false,
  inset = false,
}: {
  readonly picture?: ReactNode
  readonly title: ReactNode
  readonly badge?: ReactNode
  readonly detail?: ReactNode | undefined
  readonly aside?: ReactNode
  readonly actions?: ReactNode
  /** It is over: shown for the record. */
  readonly dim?: boolean
  /** It belongs to the one above. */
  readonly inset?: boolean
}) {
  return (
    <li className={classes(styles.row, dim && styles.dim, inset && styles.inset)}>
      {picture !== undefined && <span className={styles.picture}>{picture}</span>}
      <div className={styles.words}>
        <p className={styles.title}>
          <span>{title}</span>
          {badge}
        </p>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}

/** Facts in a line, a dot between them; what is missing is left out. */
export function Facts({ children }: { readonly children: readonly ReactNode[] }) {
  const facts = children.filter((fact) => fact !== null && fact !== undefined && fact !== false)
  return (
    <span className={styles.facts}>
      {facts.map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={styles.fact}>
          {fact}
        </span>
      ))}
    </span>
  )
}
