import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './rows.module.css'

/** A vertical list inside a card that is `flush`. `bare`: inside a dialog, which has its own padding. */
export function Rows({
  label,
  bare = false,
  children,
}: {
  readonly label?: string
  readonly bare?: boolean
  readonly children: ReactNode
}) {
  return (
    <ul className={bare ? styles.bare : undefined} aria-label={label}>
      {children}
    </ul>
  )
}

/** One row: a title, facts about it, and actions. */
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
  /** Dims a row that is kept for the record only. */
  readonly dim?: boolean
  /** Indents a row that belongs to the one above. */
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

/** Joins facts by dots on one line; missing ones are left out. */
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
