import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './notice.module.css'

type Tone = 'info' | 'warn' | 'bad'

const pictures = { info: Info, warn: TriangleAlert, bad: CircleAlert }

/** Shows an important sentence with the actions that respond to it. */
export function Notice({
  tone = 'info',
  action,
  children,
}: {
  readonly tone?: Tone
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const Picture = pictures[tone]
  return (
    <div
      className={classes(styles.notice, styles[tone])}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <Picture size={18} aria-hidden />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}

/** Shows the error of a read or write, with a button that retries. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const text = useText()
  return (
    <Notice
      tone="bad"
      action={
        retry && (
          <Button size="small" onClick={retry}>
            {text.ui.retry}
          </Button>
        )
      }
    >
      {failureText(error, text)}
    </Notice>
  )
}
