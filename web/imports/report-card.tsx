import { CircleAlert, CircleCheck, CircleSlash, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Buttons } from '#web/ui/stack.tsx'
import styles from './imports.module.css'

const pictures = {
  done: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleSlash,
  undone: Undo2,
} as const

/** The states in which an import or a move has ended. */
export type Ended = keyof typeof pictures

/** Shows how an import or a move has ended, and where to go from there. */
export function ReportCard({
  ended,
  title,
  files,
  words,
  actions,
  children,
}: {
  readonly ended: Ended
  readonly title: string
  readonly files: string
  readonly words: ReactNode
  readonly actions: ReactNode
  readonly children?: ReactNode
}) {
  const Picture = pictures[ended]
  return (
    <Card>
      <div className={styles.report}>
        <span className={classes(styles.mark, styles[ended])}>
          <Picture size={26} aria-hidden />
        </span>
        <div className={styles.reportWords} role={ended === 'failed' ? 'alert' : 'status'}>
          <h2 className={styles.reportTitle}>{title}</h2>
          <p className={styles.soft}>{files}</p>
          {words}
        </div>
        {children}
        <Buttons>{actions}</Buttons>
      </div>
    </Card>
  )
}
