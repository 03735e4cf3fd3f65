import { GripVertical } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'
import styles from './handle.module.css'

/** Lifts a row by keyboard, and shows mouse users that it can be dragged. */
export function Handle({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classes(styles.handle, className)}>
      <GripVertical size={17} aria-hidden />
    </button>
  )
}
