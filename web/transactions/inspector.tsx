import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLater } from '#web/ui/use-later.ts'
import type { Always } from './always.ts'
import type { Filters } from './filters.ts'
import { useRemoving } from './removing.ts'
import { TransactionDetails } from './transaction-details.tsx'
import styles from './inspector.module.css'

const SplitDialog = lazy(() =>
  import('./split-dialog.tsx').then((file) => ({ default: file.SplitDialog })),
)

type Props = {
  readonly id: string
  readonly filters: Filters
  /** Beside the list, which stays operable; otherwise a sheet over it. */
  readonly isBeside: boolean
  readonly onStep: (step: number) => void
  readonly onAlways: (always: Always) => void
  readonly onClose: () => void
}

/** Shows one transaction with all its fields. Every change is kept at once, and can be undone. */
export function Inspector(props: Props) {
  const { id, filters, isBeside, onStep, onAlways, onClose } = props
  const text = useText().transactions
  const { data, error, refetch } = useQuery(ask('GET /transactions/{id}', { params: { id } }))
  const [splitting, setSplitting] = useState(false)
  const remove = useRemoving()
  // Beside the list, the row opens with its summary; the fields follow in a render that yields, once and not at every step.
  const hasFields = useLater(!isBeside)
  if (splitting && data && !isBeside) {
    return (
      <Suspense>
        <SplitDialog row={data} onClose={() => setSplitting(false)} />
      </Suspense>
    )
  }
  const steps = <Steps onStep={onStep} />
  const removal = (
    <Button
      look="danger"
      size={isBeside ? 'small' : 'normal'}
      onClick={() => {
        if (data) void remove([data])
        onClose()
      }}
    >
      {text.remove}
    </Button>
  )
  const body = data ? (
    <TransactionDetails
      // Fields keep what was typed for their own transaction.
      key={data.id}
      row={data}
      filters={filters}
      isBeside={isBeside}
      hasFields={hasFields}
      onSplit={() => setSplitting(true)}
      onAlways={onAlways}
    />
  ) : error ? (
    <Failed error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height="320px" />
  )
  if (!isBeside) {
    const actions = (
      <>
        {removal}
        <span className={styles.space} />
        {steps}
      </>
    )
    return (
      <Dialog title={text.details.title} shape="panel" open onClose={onClose} actions={actions}>
        {body}
      </Dialog>
    )
  }
  return (
    <Beside steps={steps} removal={data && removal} onClose={onClose}>
      {body}
      {splitting && data && (
        <Suspense>
          <SplitDialog row={data} onClose={() => setSplitting(false)} />
        </Suspense>
      )}
    </Beside>
  )
}

/** Goes up and down the list. */
function Steps({ onStep }: Pick<Props, 'onStep'>) {
  const { details } = useText().transactions
  return (
    <>
      <IconButton name={details.previous} shortcut="K" onClick={() => onStep(-1)}>
        <ChevronUp size={18} aria-hidden />
      </IconButton>
      <IconButton name={details.next} shortcut="J" onClick={() => onStep(1)}>
        <ChevronDown size={18} aria-hidden />
      </IconButton>
    </>
  )
}

type BesideProps = Pick<Props, 'onClose'> & {
  readonly steps: React.ReactNode
  readonly removal: React.ReactNode
  readonly children: React.ReactNode
}

/** A region beside the list. Escape leaves a field first, then closes it. */
function Beside({ steps, removal, onClose, children }: BesideProps) {
  const text = useText()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const { activeElement: active } = document
      if (active?.closest('[role=dialog], [role=menu]')) return
      if (active instanceof HTMLElement && active.matches('input, textarea, select')) active.blur()
      else close()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <section className={styles.inspector} aria-label={text.transactions.details.title}>
      <header className={styles.header}>
        {steps}
        <span className={styles.space} />
        {removal}
        <IconButton name={text.ui.close} onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
