import { Link, Outlet, useSearch } from '@tanstack/react-router'
import { classes } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import styles from './insights.module.css'
import { RangeChoice } from './range-choice.tsx'
import { useInsightWords } from './words.ts'

const tabs = [
  ['/insights/spending', 'spending'],
  ['/insights/cash-flow', 'cashFlow'],
  ['/insights/subscriptions', 'subscriptions'],
  ['/insights/net-worth', 'netWorth'],
] as const

/** The frame of the insights: a tab for each, and the period that all of them show. */
export function InsightsPage() {
  const { title, tabs: names } = useInsightWords()
  const search = useSearch({ from: '/inside/insights' })
  const here = { className: classes(styles.tab, styles.here) }
  return (
    <Page title={title}>
      <div className={styles.bar0}>
        <nav className={styles.tabs} aria-label={title}>
          {tabs.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              search={search}
              className={styles.tab}
              activeProps={here}
              activeOptions={{ includeSearch: false }}
            >
              {names[name]}
            </Link>
          ))}
        </nav>
        <RangeChoice />
      </div>
      <Outlet />
    </Page>
  )
}
