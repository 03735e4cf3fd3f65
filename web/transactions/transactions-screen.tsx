import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { DropAnywhere } from '#web/imports/drop-anywhere.tsx'
import { Waits } from '#web/offline/waits.tsx'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { usePhone, useRoom } from '#web/ui/use-phone.ts'
import { useStable } from '#web/ui/use-stable.ts'
import type { Always } from './always.ts'
import { FilterBar } from './filter-bar.tsx'
import { countFilters, type Filters, filtersOf, type TransactionsSearch } from './filters.ts'
import { AssignmentsNotice } from './assignments-notice.tsx'
import { MatchesNotice } from './matches-notice.tsx'
import { useHead } from './pages.ts'
import { Totals } from './totals.tsx'
import { TransactionList } from './transaction-list.tsx'
import styles from './transactions-screen.module.css'

const Inspector = lazy(() =>
  import('./inspector.tsx').then((file) => ({ default: file.Inspector })),
)
const AlwaysRule = lazy(() =>
  import('./always-rule.tsx').then((file) => ({ default: file.AlwaysRule })),
)
const NewTransaction = lazy(() =>
  import('./new-transaction.tsx').then((file) => ({ default: file.NewTransaction })),
)

const Assignments = lazy(() =>
  import('./assignments.tsx').then((file) => ({ default: file.Assignments })),
)
const ExportShown = lazy(() =>
  import('#web/export/export-shown.tsx').then((file) => ({ default: file.ExportShown })),
)
const Matches = lazy(() => import('./matches.tsx').then((file) => ({ default: file.Matches })))

type Go = (change: (before: TransactionsSearch) => TransactionsSearch, replace?: boolean) => void

/** Lists every transaction. The filters are in the address. */
export function TransactionsScreen() {
  const text = useText()
  const search = useSearch({ from: '/inside/transactions' })
  const navigate = useNavigate({ from: '/transactions' })
  // The same object while only a dialog or the inspector opens, so that what only depends on filters is not drawn again.
  const filters = useSearch({
    from: '/inside/transactions',
    select: filtersOf,
    structuralSharing: true,
  })
  const go: Go = (change, replace = false) => {
    void navigate({ search: change, replace, resetScroll: false })
  }
  const isPhone = usePhone()
  const [isSelecting, setSelecting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const filter = useStable((changed: Filters) => go(() => changed, true))
  const close = () => go(filtersOf)
  const add = () => go((before) => ({ ...before, new: '1' }))
  const head = useHead(filters)
  const findsNothing = head.total === 0 && !head.isPlaceholderData
  // Without any transaction, filters, totals and selection are hidden.
  const isBare = findsNothing && countFilters(filters) === 0
  return (
    <Page
      title={text.transactions.title}
      fill
      actions={
        isBare ? null : (
          <Actions
            isSelecting={isSelecting}
            onSelect={() => setSelecting(!isSelecting)}
            onExport={() => setExporting(true)}
            onAdd={add}
          />
        )
      }
    >
      {!isBare && (
        <>
          <FilterBar filters={filters} findsNothing={findsNothing} onChange={filter} />
          <MatchesNotice onLook={() => go((before) => ({ ...before, matches: '1' }))} />
          <AssignmentsNotice onLook={() => go((before) => ({ ...before, review: '1' }))} />
          <Totals filters={filters} />
        </>
      )}
      <Waits />
      <ListAndInspector
        filters={filters}
        open={search.open}
        isSelecting={isPhone && isSelecting}
        go={go}
        onAdd={add}
        onClose={close}
      />
      <DropAnywhere {...(filters.account_id !== undefined && { account: filters.account_id })} />
      <Suspense>
        {isExporting && <ExportShown filters={filters} onClose={() => setExporting(false)} />}
        {search.new !== undefined && <NewTransaction onClose={close} />}
        {search.matches !== undefined && <Matches onClose={close} />}
        {search.review !== undefined && <Assignments onClose={close} />}
      </Suspense>
    </Page>
  )
}

type ActionProps = {
  readonly isSelecting: boolean
  readonly onSelect: () => void
  readonly onExport: () => void
  readonly onAdd: () => void
}

/** On phones a new transaction is added from the tabs, and rows show checkboxes only while selecting. */
function Actions({ isSelecting, onSelect, onExport, onAdd }: ActionProps) {
  const words = useText().transactions
  return usePhone() ? (
    <>
      <Button size="small" aria-label={words.export.title} onClick={onExport}>
        <Download size={16} aria-hidden />
      </Button>
      <Button size="small" aria-pressed={isSelecting} onClick={onSelect}>
        {isSelecting ? words.bulk.end : words.bulk.begin}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onExport}>{words.export.title}</Button>
      <Button look="primary" onClick={onAdd}>
        <Plus size={18} aria-hidden />
        {words.add}
      </Button>
    </>
  )
}

type BothProps = {
  readonly filters: Filters
  readonly open: string | undefined
  readonly isSelecting: boolean
  readonly go: Go
  readonly onAdd: () => void
  readonly onClose: () => void
}

/** The list, and beside it the transaction that is open. */
function ListAndInspector({ filters, open, isSelecting, go, onAdd, onClose }: BothProps) {
  const isBeside = useRoom()
  const step = useRef<(step: number) => void>(() => undefined)
  const [always, setAlways] = useState<Always | null>(null)
  return (
    <div className={styles.both}>
      <div className={styles.list}>
        <TransactionList
          key={JSON.stringify({ ...filters, search: undefined })}
          filters={filters}
          isSelecting={isSelecting}
          open={open}
          step={step}
          // Going up and down is one step back, not many.
          onOpen={(id) => go((before) => ({ ...before, open: id }), open !== undefined)}
          onAlways={setAlways}
          onClear={() => go(() => ({}))}
          onAdd={onAdd}
        />
      </div>
      <Suspense>
        {open !== undefined && (
          <Inspector
            id={open}
            filters={filters}
            isBeside={isBeside}
            onStep={(by) => step.current(by)}
            onAlways={setAlways}
            onClose={onClose}
          />
        )}
        {always && <AlwaysRule always={always} onClose={() => setAlways(null)} />}
      </Suspense>
    </div>
  )
}
