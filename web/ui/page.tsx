import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { cameByControl } from './arrival.ts'
import { classes } from './classes.ts'
import styles from './page.module.css'

/**
 * Lays out a screen: title, actions and content. `fill`: uses the full height of the window, so that a list inside scrolls by
 * itself.
 */
export function Page({
  title,
  hideTitle = false,
  actions,
  fill = false,
  children,
}: {
  readonly title: string
  readonly hideTitle?: boolean
  readonly actions?: ReactNode
  readonly fill?: boolean
  readonly children: ReactNode
}) {
  const isDrawn = useDrawn()
  useEffect(() => {
    document.title = `${title} · Earmark`
  }, [title])
  return (
    <div className={classes(styles.page, fill && styles.fill)}>
      <header className={hideTitle && !actions ? 'unseen' : styles.header}>
        <h1 className={hideTitle ? 'unseen' : undefined}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {isDrawn && children}
    </div>
  )
}

/**
 * Returns true once the content may render. After a click the title is painted first; the content follows in a transition,
 * which yields to the next click.
 */
function useDrawn(): boolean {
  const [atOnce] = useState(() => !cameByControl())
  return useDeferredValue(true, atOnce)
}
