import { Link } from '@tanstack/react-router'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import styles from './banner.module.css'
import { useSession } from './session.ts'

/** Over a household that shows nothing any more: why, and the ways out that are left. */
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
