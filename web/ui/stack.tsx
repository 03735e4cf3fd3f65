import type { FormEvent, ReactNode } from 'react'
import styles from './stack.module.css'

/** Stacks cards vertically. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
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

/** Places two fields side by side if there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

/** Text that explains, between heading and content. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <p className={styles.words}>{children}</p>
}
