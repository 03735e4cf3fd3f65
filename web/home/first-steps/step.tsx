import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './first-steps.module.css'
import { stepId, type StepName } from './steps.ts'

/** One of the first steps: a question with its answers. */
export function Step({
  name,
  title,
  done,
  children,
}: {
  /** Names a step to which the river leads. */
  readonly name?: StepName
  readonly title: string
  readonly done: boolean
  readonly children: ReactNode
}) {
  const words = useText().firstSteps
  return (
    <li {...(name && { id: stepId(name) })} className={classes(styles.step, done && styles.done)}>
      <span className={styles.mark} aria-hidden>
        {done && <Check size={16} strokeWidth={2.5} />}
      </span>
      <div className={styles.content}>
        <h3>
          {done && <span className="unseen">{words.done} </span>}
          {title}
        </h3>
        {children}
      </div>
    </li>
  )
}
