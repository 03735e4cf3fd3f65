import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import styles from './person-menu.module.css'

const Choices = lazy(() =>
  import('./person-choices.tsx').then((file) => ({ default: file.PersonChoices })),
)

/** Whose money this is, and what one prefers: behind the name. Its list is loaded when it is first wanted. */
export function PersonMenu() {
  const text = useText()
  const [wanted, setWanted] = useState(false)
  const { data } = useQuery(ask('GET /home'))
  const name = data?.household.name ?? 'Earmark'
  const face = (
    <button type="button" className={styles.person} onClick={() => setWanted(true)}>
      <span className={styles.sign} aria-hidden>
        {Array.from(name)[0]}
      </span>
      <span className={styles.name}>{name}</span>
      <span className="unseen">{text.shell.preferences}</span>
      <ChevronDown size={16} aria-hidden />
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
