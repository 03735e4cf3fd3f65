import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Banknote,
  ChevronRight,
  CircleHelp,
  CopyCheck,
  CreditCard,
  Link2Off,
  type LucideIcon,
  Receipt,
  ShieldAlert,
  Unplug,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { faultText } from '#web/accounts/fault.ts'
import { ask } from '#web/calls/queries.ts'
import { useFundNow } from '#web/plan/by-hand.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { TransactionsSearch } from '#web/transactions/filters.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Card } from '#web/ui/card.tsx'
import type { UncoveredCard } from './answer-card.ts'
import type { HomeData } from './home-data.ts'
import styles from './needs.module.css'

const CardDialog = lazy(() =>
  import('./card-dialog.tsx').then((file) => ({ default: file.CardDialog })),
)

const FileUnfiled = lazy(() =>
  import('./file-unfiled.tsx').then((file) => ({ default: file.FileUnfiled })),
)

type Need = HomeData['needs'][number]

/** Lists problems that only a person can solve. Hidden if there are none. */
export function Needs({
  needs,
  currency,
  free,
}: {
  readonly needs: readonly Need[]
  readonly currency: string
  /** Free-to-spend, in cents. */
  readonly free: number
}) {
  const text = useText()
  return (
    <Card title={text.home.needs.title} flush>
      <ul className={styles.needs}>
        {needs.map((need) => (
          <NeedRow key={keyOf(need)} need={need} currency={currency} free={free} />
        ))}
      </ul>
    </Card>
  )
}

function keyOf(need: Need): string {
  if (need.kind === 'behind') return need.expense_id
  if (need.kind === 'card') return need.account_id
  return 'id' in need ? need.id : need.kind
}

const pictures: Readonly<Record<Need['kind'], LucideIcon>> = {
  standing: ShieldAlert,
  connection: Link2Off,
  consent: Link2Off,
  behind: Banknote,
  card: CreditCard,
  webhook_paused: Unplug,
  matches: CopyCheck,
  assignments: Receipt,
  unfiled: CircleHelp,
}

type RowProps = { readonly need: Need; readonly currency: string; readonly free: number }

function NeedWords({ need, currency }: Omit<RowProps, 'free'>) {
  const { title, detail } = useWords(need, currency)
  const Picture = pictures[need.kind]
  return (
    <>
      {need.kind === 'behind' ? (
        <Mark look={need.look} large round />
      ) : (
        <span className={styles.picture}>
          <Picture size={17} aria-hidden />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {need.kind !== 'standing' && (
        <ChevronRight className={styles.further} size={18} aria-hidden />
      )}
    </>
  )
}

function NeedRow({ need, currency, free }: RowProps) {
  const words = <NeedWords need={need} currency={currency} />
  if (need.kind === 'behind') {
    return (
      <li className={styles.several}>
        <Link to="/plan/$id" params={{ id: need.expense_id }} className={styles.need}>
          {words}
        </Link>
        <Behind need={need} currency={currency} free={free} />
      </li>
    )
  }
  if (need.kind === 'card') {
    return (
      <li>
        <CardNeed card={need} currency={currency}>
          {words}
        </CardNeed>
      </li>
    )
  }
  if (need.kind === 'connection' || need.kind === 'consent') {
    return (
      <li>
        <Link to="/accounts" className={styles.need}>
          {words}
        </Link>
      </li>
    )
  }
  if (need.kind === 'webhook_paused') {
    return (
      <li>
        <Link to="/developers/webhooks/$id" params={{ id: need.id }} className={styles.need}>
          {words}
        </Link>
      </li>
    )
  }
  if (need.kind === 'standing') return <li className={styles.need}>{words}</li>
  const link = (
    <Link to="/transactions" search={searchOf(need)} className={styles.need}>
      {words}
    </Link>
  )
  return need.kind === 'unfiled' ? <Unfiled>{link}</Unfiled> : <li>{link}</li>
}

/** Payments without a category, and the offer of the usual ones while the household has none. */
function Unfiled({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(ask('GET /categories'))
  return (
    <li className={styles.several}>
      {children}
      {data?.length === 0 && (
        <Suspense>
          <FileUnfiled className={styles.ways} />
        </Suspense>
      )}
    </li>
  )
}

type BehindProps = Omit<RowProps, 'need'> & {
  readonly need: Extract<Need, { readonly kind: 'behind' }>
}

/** Offers what helps an Expense that is behind: what is free to spend first, then money of another Expense. */
function Behind({ need: { expense_id: id, name, missing }, currency, free }: BehindProps) {
  const { needs } = useText().home
  const { money } = useFormats()
  const fund = useFundNow()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await fund({ id, name }, { amount: missing })
    setBusy(false)
  }
  return (
    <span className={styles.ways}>
      {free >= missing && (
        <Button look="primary" size="small" busy={busy} onClick={() => void press()}>
          <span className="money">{needs.setAside(money(missing, currency))}</span>
        </Button>
      )}
      <Link
        to="/plan/$id"
        params={{ id }}
        search={{ do: 'transfer' }}
        className={buttonClass('plain', 'small')}
      >
        {needs.fromAnother}
      </Link>
    </span>
  )
}

type PaymentNeed = Extract<Need, { readonly kind: 'matches' | 'assignments' | 'unfiled' }>

/** Returns the filters or the dialog in which a person answers. */
function searchOf(need: PaymentNeed): TransactionsSearch {
  if (need.kind === 'matches') return { matches: '1' }
  if (need.kind === 'assignments') return { review: '1' }
  return { type: 'expense', without_category: 'true', from: need.from }
}

/** Opens the question about a card. */
function CardNeed({
  card,
  currency,
  children,
}: {
  readonly card: UncoveredCard
  readonly currency: string
  readonly children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.need} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Suspense>
        {open && <CardDialog card={card} currency={currency} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function useWords(need: Need, currency: string): { title: string; detail?: string } {
  const text = useText()
  const { needs } = text.home
  const formats = useFormats()
  switch (need.kind) {
    case 'standing':
      return { title: needs.standing[need.standing] }
    case 'connection':
      return {
        title: needs.connection(need.name ?? needs.someBank),
        detail: faultText(need.status, text),
      }
    case 'consent':
      return {
        title: needs.consent(need.name ?? needs.someBank),
        detail: formats.moment(need.ends_at),
      }
    case 'card':
      return {
        title: needs.card(need.name, formats.money(need.owed, currency)),
        detail: needs.cardDetail,
      }
    case 'behind': {
      const title = needs.behind(need.name, formats.money(need.missing, currency))
      return need.due === null ? { title } : { title, detail: needs.due(formats.day(need.due)) }
    }
    case 'webhook_paused':
      return { title: needs.webhook(need.name), detail: needs.webhookGone }
    case 'matches':
      return { title: needs.matches(need.count), detail: needs.sameOrNot }
    case 'assignments':
      return { title: needs.assignments(need.count), detail: needs.yesOrNo }
    case 'unfiled':
      return { title: needs.unfiled(need.count), detail: needs.lately }
  }
}
