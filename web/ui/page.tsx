import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { isTouched } from './arrival.ts'
import { classes } from './classes.ts'
import styles from './page.module.css'

/**
 * A screen: its title, what can be done on it, and its content. `wide`: as wide as the window allows; `fill`: as high as the
 * window, so that a list in it scrolls by itself.
 */
export function Page({
  title,
  hideTitle = false,
  actions,
  wide = false,
  fill = false,
  children,
}: {
  readonly title: string
  readonly hideTitle?: boolean
  readonly actions?: ReactNode
  readonly wide?: boolean
  readonly fill?: boolean
  readonly children: ReactNode
}) {
  const isDrawn = useDrawn()
  useEffect(() => {
    document.title = `${title} · Earmark`
  }, [title])
  return (
    <div className={classes(styles.page, wide && styles.wide, fill && styles.fill)}>
      <header className={hideTitle && !actions ? 'unseen' : styles.header}>
        <h1 className={hideTitle ? 'unseen' : undefined}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {isDrawn && children}
    </div>
  )
}

/**
 * Whether a screen draws its content already. Whoever pressed something to come here sees that at once: first the title, and the
 * content in steps that give way to the next press.
 */
function useDrawn(): boolean {
  const [atOnce] = useState(() => !isTouched())
  return useDeferredValue(true, atOnce)
}
