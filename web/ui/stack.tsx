import type { FormEvent, ReactNode } from 'react'
import styles from './stack.module.css'

/** Cards one below the other. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** A form: its fields one below the other. `id` ties it to a button elsewhere. */
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

/** Two fields beside each other where there is room. */
export function Pair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** Buttons in a line. */
export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}

/** Words that explain, between heading and content. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <p className={styles.words}>{children}</p>
}
