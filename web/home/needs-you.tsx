import { Link } from '@tanstack/react-router'
import {
  Banknote,
  ChevronRight,
  CircleHelp,
  CopyCheck,
  Link2Off,
  type LucideIcon,
  ShieldAlert,
  Unplug,
} from 'lucide-react'
import { faultText } from '#web/accounts/fault.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import type { HomeData } from './home-data.ts'
import styles from './needs-you.module.css'

type Need = HomeData['needs'][number]

/** Lists problems that only a person can solve. Hidden if there are none. */
export function NeedsYou({
  needs,
  currency,
}: {
  readonly needs: readonly Need[]
  readonly currency: string
}) {
  const text = useText()
  return (
    <Card title={text.home.needs.title} flush>
      <ul className={styles.needs}>
        {needs.map((need) => (
          <NeedRow key={keyOf(need)} need={need} currency={currency} />
        ))}
      </ul>
    </Card>
  )
}

function keyOf(need: Need): string {
  if (need.kind === 'behind') return need.expense_id
  return need.kind === 'connection' || need.kind === 'webhook_paused' ? need.id : need.kind
}

const pictures: Readonly<Record<Need['kind'], LucideIcon>> = {
  standing: ShieldAlert,
  connection: Link2Off,
  behind: Banknote,
  webhook_paused: Unplug,
  matches: CopyCheck,
  unfiled: CircleHelp,
}

function NeedRow({ need, currency }: { readonly need: Need; readonly currency: string }) {
  const { title, detail } = useWords(need, currency)
  const Picture = pictures[need.kind]
  const words = (
    <>
      <span className={styles.picture}>
        <Picture size={17} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {need.kind !== 'standing' && (
        <ChevronRight className={styles.further} size={18} aria-hidden />
      )}
    </>
  )
  if (need.kind === 'behind') {
    return (
      <li>
        <Link to="/plan/$id" params={{ id: need.expense_id }} className={styles.need}>
          {words}
        </Link>
      </li>
    )
  }
  if (need.kind === 'connection') {
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
  if (need.kind === 'matches') {
    return (
      <li>
        <Link to="/transactions" search={{ matches: '1' }} className={styles.need}>
          {words}
        </Link>
      </li>
    )
  }
  if (need.kind !== 'unfiled') return <li className={styles.need}>{words}</li>
  return (
    <li>
      <Link
        to="/transactions"
        search={{ type: 'expense', without_category: 'true', from: need.from }}
        className={styles.need}
      >
        {words}
      </Link>
    </li>
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
    case 'behind': {
      const title = needs.behind(need.name, formats.money(need.missing, currency))
      return need.due === null ? { title } : { title, detail: needs.due(formats.day(need.due)) }
    }
    case 'webhook_paused':
      return { title: needs.webhook(need.name), detail: needs.webhookGone }
    case 'matches':
      return { title: needs.matches(need.count), detail: needs.sameOrNot }
    case 'unfiled':
      return { title: needs.unfiled(need.count), detail: needs.lately }
  }
}
