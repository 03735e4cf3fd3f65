import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { knowledgeOf, nameOfNumber } from '#web/home/knowledge.ts'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isMac } from './keyboard.tsx'
import { KeyCaps } from './key-caps.tsx'
import { PersonMenu } from './person-menu.tsx'
import { places } from './places.ts'
import styles from './rail.module.css'

/** The side bar: person, Free-to-spend and every place. On phones only the head of it, at the top. */
export function Rail({ onSearch }: { readonly onSearch: () => void }) {
  const text = useText()
  return (
    <div className={styles.rail}>
      <div className={styles.head}>
        <PersonMenu />
        <FreeFigure />
        <button
          type="button"
          className={styles.find}
          aria-label={text.shell.searchHere}
          onClick={onSearch}
        >
          <Search size={20} aria-hidden />
        </button>
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={16} aria-hidden />
        <span>{text.shell.searchHere}</span>
        <kbd className={styles.key}>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <nav aria-label={text.shell.navigation}>
        <ul className={styles.places}>
          {places.map(({ to, name, picture: Picture, shortcut }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.place}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ className: classes(styles.place, styles.here) }}
              >
                <Picture size={18} strokeWidth={1.9} aria-hidden />
                <span>{name(text)}</span>
                <KeyCaps shortcut={shortcut} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const WhyPanel = lazy(() =>
  import('#web/home/why-panel.tsx').then((file) => ({ default: file.WhyPanel })),
)

/** Amounts from here on, in cents, are written smaller to fit. */
const MILLION_CENTS = 100_000_000

/** Shows Free-to-spend on every screen. It leads Home, and on Home to the reasons of its changes.
 * Phones do not show it on Home, which begins with it. */
function FreeFigure() {
  const text = useText()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  const { data } = useQuery(ask('GET /home'))
  const own = data?.money[0]
  const known = data && knowledgeOf(data)
  const hasNumber = known === 'known' || known === 'plan'
  // Green means free: until that is known, the figure is neutral.
  const isNeutral = known !== undefined && known !== 'known'
  const look = classes(styles.free, isNeutral && styles.neutral, isHome && styles.onHome)
  const [isExplained, setExplained] = useState(false)
  const figure = (
    <>
      <span className={styles.freeName}>
        {data ? nameOfNumber(data, text) : text.shell.freeToSpend}
      </span>
      {own && !hasNumber ? (
        <span className={styles.unknown}>{text.home.unknown.figure}</span>
      ) : own ? (
        <Money
          cents={own.free_to_spend}
          currency={own.currency}
          className={classes(
            styles.freeSum,
            Math.abs(own.free_to_spend) >= MILLION_CENTS && styles.long,
            own.free_to_spend < 0 && styles.negative,
          )}
        />
      ) : (
        <Skeleton width="6em" height="1.25rem" />
      )}
    </>
  )
  if (!isHome || !own || !hasNumber) {
    return (
      <Link to="/" className={look}>
        {figure}
      </Link>
    )
  }
  return (
    <>
      <button type="button" className={look} onClick={() => setExplained(true)}>
        {figure}
      </button>
      <Suspense>{isExplained && <WhyPanel onClose={() => setExplained(false)} />}</Suspense>
    </>
  )
}
