import { Link } from '@tanstack/react-router'
import { Ellipsis, Plus } from 'lucide-react'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { places } from './places.ts'
import styles from './tabs.module.css'

/** The navigation on phones, at the bottom. */
export function Tabs({ onMore }: { readonly onMore: () => void }) {
  const text = useText()
  return (
    <nav className={styles.tabs} aria-label={text.shell.navigation}>
      {places
        .filter(({ tab }) => tab)
        .map(({ to, name, picture: Picture }) => (
          <Link
            key={to}
            to={to}
            className={styles.tab}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            activeProps={{ className: classes(styles.tab, styles.here) }}
          >
            <Picture size={20} aria-hidden />
            <span>{name(text)}</span>
          </Link>
        ))}
      <Link to="/transactions" search={{ new: '1' }} className={styles.tab}>
        <Plus size={20} aria-hidden />
        <span>{text.ui.add}</span>
      </Link>
      <button type="button" className={styles.tab} onClick={onMore}>
        <Ellipsis size={20} aria-hidden />
        <span>{text.shell.more}</span>
      </button>
    </nav>
  )
}
