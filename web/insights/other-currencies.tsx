import { Link, useSearch } from '@tanstack/react-router'
import { classes } from '#web/ui/classes.ts'
import styles from './insights.module.css'
import { useInsightWords } from './words.ts'

type Props = { readonly currencies: readonly string[]; readonly shown: string }

/** Says that there are other currencies, which are never added, and shows each by itself. */
export function OtherCurrencies({ currencies, shown }: Props) {
  const words = useInsightWords()
  const { currency: _shown, ...search } = useSearch({ from: '/inside/insights' })
  if (currencies.length < 2) return null
  return (
    <div className={styles.currencies}>
      <nav className={styles.tabs} aria-label={words.currency}>
        {currencies.map((code, index) => (
          <Link
            key={code}
            to="."
            search={index === 0 ? search : { ...search, currency: code }}
            aria-current={code === shown ? 'true' : undefined}
            className={classes(styles.tab, code === shown && styles.here)}
          >
            {code}
          </Link>
        ))}
      </nav>
      <p className="soft">{words.neverAdded(shown)}</p>
    </div>
  )
}
