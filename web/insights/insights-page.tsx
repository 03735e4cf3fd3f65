import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import styles from './insights-page.module.css'

/** The frame of the insights: a tab for each. */
export function InsightsPage({ children }: { readonly children: ReactNode }) {
  const { title, tabs } = useText().insights
  const here = { className: classes(styles.tab, styles.here) }
  return (
    <Page
      title={title}
      actions={
        <nav className={styles.tabs} aria-label={title}>
          <Link to="/insights/net-worth" className={styles.tab} activeProps={here}>
            {tabs.netWorth}
          </Link>
          <Link
            to="/insights/spending"
            className={styles.tab}
            activeProps={here}
            activeOptions={{ includeSearch: false }}
          >
            {tabs.spending}
          </Link>
        </nav>
      }
    >
      {children}
    </Page>
  )
}
