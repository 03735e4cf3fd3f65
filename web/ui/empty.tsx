import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** Replaces an empty list: one sentence, and an action that fills it. */
export function Empty({
  picture: Picture,
  title,
  children,
  actions,
}: {
  readonly picture: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.picture}>
        <Picture size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <h2>{title}</h2>
      {children && <p className={styles.words}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
