import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import styles from './person-menu.module.css'
import { useSession } from './session.ts'

const Choices = lazy(() =>
  import('./person-choices.tsx').then((file) => ({ default: file.PersonChoices })),
)

/** Shows the person and the household; opens the menu of preferences, which is loaded on first use. */
export function PersonMenu() {
  const text = useText()
  const session = useSession()
  const [wanted, setWanted] = useState(false)
  const name = session?.household?.name ?? 'Earmark'
  const face = (
    <button type="button" className={styles.person} onClick={() => setWanted(true)}>
      <span className={styles.sign} aria-hidden>
        {Array.from(name)[0]}
      </span>
      <span className={styles.name}>{name}</span>
      <span className="unseen">{text.shell.preferences}</span>
      <ChevronsUpDown size={15} aria-hidden />
    </button>
  )
  return wanted ? (
    <Suspense fallback={face}>
      <Choices face={face} />
    </Suspense>
  ) : (
    face
  )
}
