import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

/** Shows a state as text as well as by colour. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
