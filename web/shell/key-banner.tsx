import { Link, useMatchRoute } from '@tanstack/react-router'
import { useKeyWords } from '#web/developers/key-words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import styles from './banner.module.css'

/** Says that keys of the person were used from new places, and leads to them. */
export function KeyBanner({ count }: { readonly count: number }) {
  const words = useKeyWords()
  const matches = useMatchRoute()
  // That screen says more of it.
  if (matches({ to: '/developers/keys' })) return null
  return (
    <div className={styles.banner} role="status">
      <p>{words.alert(count)}</p>
      <Link to="/developers/keys" className={buttonClass('plain', 'small')}>
        {words.look}
      </Link>
    </div>
  )
}
