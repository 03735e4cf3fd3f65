import type { FormEvent, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './stack.module.css'

/** Stacks cards vertically. `dense`: as close as the fields of a form, inside a dialog. */
export function Stack({
  dense = false,
  children,
}: {
  readonly dense?: boolean
  readonly children: ReactNode
}) {
  return <div className={dense ? styles.form : styles.stack}>{children}</div>
}

/** A form with its fields stacked. `id` ties it to a submit button elsewhere. */
export function Form({
  id,
  onSubmit,
  children,
}: {
  readonly id?: string
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      {children}
    </form>
  )
}

/** Places two fields side by side if there is room. `narrow`: choices and days, for which a phone has room. */
export function Pair({
  narrow = false,
  children,
}: {
  readonly narrow?: boolean
  readonly children: ReactNode
}) {
  return <div className={classes(styles.pair, narrow && styles.narrow)}>{children}</div>
}

export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

/** Text that explains, between heading and content. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <p className={styles.words}>{children}</p>
}

/** A name and its amount at the two ends of a line. `total`: below a rule, as the sum of what is above. */
export function Sum({
  name,
  total = false,
  children,
}: {
  readonly name: string
  readonly total?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={classes(styles.sum, total && styles.total)}>
      <span>{name}</span>
      <div>{children}</div>
    </div>
  )
}
