import { Link } from '@tanstack/react-router'
import { Ellipsis, Plus } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Place, places } from './places.ts'
import styles from './tabs.module.css'
import { useMayRecord } from './use-may-record.ts'

const tabs = places.filter(({ tab }) => tab)
const MIDDLE = 2

/** The navigation on phones, at the bottom. The round button in the middle records a transaction from any screen. */
export function Tabs({
  onMore,
  onRecord,
}: {
  readonly onMore: () => void
  readonly onRecord: () => void
}) {
  const text = useText()
  return (
    <nav className={styles.tabs} aria-label={text.shell.navigation}>
      {tabs.slice(0, MIDDLE).map((place) => (
        <Tab key={place.to} place={place} />
      ))}
      {useMayRecord() && (
        <button
          type="button"
          className={styles.record}
          aria-label={text.transactions.add}
          onClick={onRecord}
        >
          <Plus size={26} aria-hidden />
        </button>
      )}
      {tabs.slice(MIDDLE).map((place) => (
        <Tab key={place.to} place={place} />
      ))}
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={onMore}>
        <Ellipsis size={20} aria-hidden />
        <span>{text.shell.more}</span>
      </button>
    </nav>
  )
}

function Tab({ place: { to, name, picture: Picture } }: { readonly place: Place }) {
  const text = useText()
  return (
    <Link
      to={to}
      className={styles.tab}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ className: classes(styles.tab, styles.here) }}
    >
      <Picture size={20} aria-hidden />
      <span>{name(text)}</span>
    </Link>
  )
}
