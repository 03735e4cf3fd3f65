import { Link } from '@tanstack/react-router'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import styles from './banner.module.css'
import { useSession } from './session.ts'

/** Explains why the household shows no data any more, and what can still be done. */
export function StandingBanner() {
  const text = useText()
  const standing = useSession()?.household?.standing
  if (standing !== 'lapsed' && standing !== 'closed') return null
  return (
    <div className={styles.banner}>
      <p>{text.home.needs.standing[standing]}</p>
      <Link to="/settings/data" className={buttonClass('plain', 'small')}>
        {text.shell.waysOut}
      </Link>
    </div>
  )
}
