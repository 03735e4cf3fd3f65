import { type ReactNode, useEffect } from 'react'
import { Card } from '#web/ui/card.tsx'
import styles from './entrance.module.css'

/** The layout of screens before signing in: a sheet with one task. */
export function Entrance({
  title,
  words,
  children,
}: {
  readonly title: string
  readonly words?: string | undefined
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Earmark`
  }, [title])
  return (
    <main className={styles.entrance}>
      <p className={styles.brand}>
        <img src="/icon.svg" alt="" width={36} height={36} />
        Earmark
      </p>
      <Card className={styles.card}>
        <h1>{title}</h1>
        {words !== undefined && <p className={styles.words}>{words}</p>}
        {children}
      </Card>
    </main>
  )
}

/** A form on such a screen, with its fields stacked. */
export function EntranceForm({
  onSubmit,
  children,
}: {
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** Separates two ways of signing in. */
export function Or({ children }: { readonly children: ReactNode }) {
  return <p className={styles.or}>{children}</p>
}
