import { Link } from '@tanstack/react-router'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import styles from './banner.module.css'
import { useSession } from './session.ts'

/** Says that the demo household is not real, and links to creating a real one. */
export function DemoBanner() {
  const text = useText()
  const session = useSession()
  if (!session?.household?.demo) return null
  return (
    <div className={styles.banner}>
      <p>{text.shell.demo}</p>
      {session.person.email === null && (
        <Link to="/setup" className={buttonClass('plain', 'small')}>
          {text.shell.startOwn}
        </Link>
      )}
    </div>
  )
}
