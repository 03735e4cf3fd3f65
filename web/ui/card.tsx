import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './card.module.css'

type Props = {
  readonly title?: string
  /** Placed to the right of the title. */
  readonly aside?: ReactNode
  readonly flush?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A section of a screen with its own heading. `flush`: the content reaches the edges, as rows do. */
export function Card({ title, aside, flush = false, className, children }: Props) {
  const id = useId()
  return (
    <section
      className={classes(styles.card, flush && styles.flush, className)}
      {...(title !== undefined && { 'aria-labelledby': id })}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
