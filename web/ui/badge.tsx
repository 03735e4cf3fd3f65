import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

/** A word on the state of something. It says in text what its colour says. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
