import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './section-tabs.module.css'

/** Tabs for the parts of a large screen. Each part has its own address; the first one has the address of the screen. */
export function SectionTabs<To extends string>({
  label,
  tabs,
}: {
  readonly label: string
  readonly tabs: readonly { readonly to: To; readonly name: string }[]
}) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // Scrolls to the current tab: on phones the tabs are wider than the window.
    const here = nav.current?.querySelector(`.${styles.here}`)
    here?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, name }, index) => (
        <Link
          key={to}
          to={to as string}
          className={styles.tab}
          activeOptions={{ exact: index === 0, includeSearch: false }}
          activeProps={{ className: `${styles.tab} ${styles.here}` }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
