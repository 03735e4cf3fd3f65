import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Catalogue } from '#web/text/catalogue.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { cardsOf, type UncoveredCard } from './answer-card.ts'
import { EquationBar } from './equation-bar.tsx'
import { Figure } from './figure.tsx'
import styles from './hero.module.css'
import type { HomeData } from './home-data.ts'
import { knowledgeOf, nameOfNumber } from './knowledge.ts'
import { GhostRiver } from './river/ghost-river.tsx'
import { River } from './river/river.tsx'
import { WhyChip } from './why-chip.tsx'

const CoverDialog = lazy(() =>
  import('./cover-dialog.tsx').then((file) => ({ default: file.CoverDialog })),
)

const AskBalance = lazy(() =>
  import('#web/imports/ask-balance.tsx').then((file) => ({ default: file.AskBalance })),
)

/**
 * Shows Free-to-spend with its equation and the days ahead, separately for each currency. Before the bills are known it shows
 * what is in the bank, and before a balance is known it asks for that, so that no wrong number is ever claimed.
 */
export function Hero({ data }: { readonly data: HomeData }) {
  const text = useText()
  const formats = useFormats()
  const known = knowledgeOf(data)
  const isKnown = known === 'known'
  if (known === 'nothing') return <GhostRiver data={data} />
  return (
    <section className={styles.hero} aria-label={text.home.freeToSpend}>
      {data.money.map((equation, index) => (
        <div key={equation.currency} className={styles.currency}>
          <div>
            <p className={styles.name}>{nameOfNumber(data, text)}</p>
            {known === 'balance' ? (
              index === 0 && <p className={styles.unknown}>{text.home.unknown.figure}</p>
            ) : (
              <Figure
                cents={equation.free_to_spend}
                currency={equation.currency}
                isFirst={index === 0}
              />
            )}
            {index === 0 && known === 'plan' && (
              <p className={styles.under}>{unknownPart(data, text.home.unknown)}</p>
            )}
            {index === 0 && isKnown && <UnderFigure data={data} />}
            {index === 0 && isKnown && <WhyChip data={data} />}
            {index === 0 && isKnown && equation.free_to_spend < 0 && <Cover />}
          </div>
          {index === 0 && known === 'balance' && !data.first_steps && (
            <Suspense>
              {data.unstated.map((account) => (
                <AskBalance key={account.account_id} account={account} />
              ))}
            </Suspense>
          )}
          {index === 0 && !isKnown && <GhostRiver data={data} />}
          {/* The river remembers a day by its place, so other days need another river. */}
          {index === 0 && isKnown && (
            <River key={`${data.today} ${data.river.until}`} data={data} />
          )}
          {isKnown && (
            <EquationBar equation={equation} uncounted={index === 0 ? addUp(cardsOf(data)) : 0} />
          )}
        </div>
      ))}
      {data.waiting.map(({ payday, open }) => (
        <Notice key={payday}>
          {text.home.waiting(formats.day(payday, 'weekday'), formats.money(open, data.currency))}
        </Notice>
      ))}
    </section>
  )
}

/** Says what free-to-spend still waits for. */
function unknownPart({ counts }: HomeData, words: Catalogue['home']['unknown']): string {
  return counts.schedules === 0 ? words.withoutPayday : words.withoutBills
}

/** Adds up what the cards owe that nobody has answered for. */
function addUp(cards: readonly UncoveredCard[]): number {
  return cards.reduce((sum, { owed }) => sum + owed, 0)
}

/** Shown if more is set aside than there is; offers a way to cover it. */
function Cover() {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" className={styles.cover} onClick={() => setOpen(true)}>
        {text.home.cover.open}
      </Button>
      <Suspense>{open && <CoverDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function UnderFigure({ data }: { readonly data: HomeData }) {
  const text = useText()
  const formats = useFormats()
  const { daily, currency, money } = data
  const free = money[0]!.free_to_spend
  const words =
    daily !== null
      ? text.home.daily(formats.money(daily.amount, currency), formats.day(daily.until, 'weekday'))
      : free === 0
        ? text.home.nothingFree
        : free < 0
          ? text.home.overdrawn
          : null
  return (
    <p className={styles.under}>
      {words !== null && <span className="money">{words}</span>}
      <Freshness data={data} />
    </p>
  )
}

/** Shows how old the data is. It is never green while a bank does not answer. */
function Freshness({ data }: { readonly data: HomeData }) {
  const text = useText()
  const formats = useFormats()
  const { connections, synced_at, stale } = data.freshness
  if (connections === 0) return null
  if (!stale)
    return <span className={styles.fresh}>{text.home.asOf(formats.time(synced_at!))}</span>
  return (
    <span className={styles.stale}>
      <TriangleAlert size={14} aria-hidden />
      {synced_at === null ? text.home.neverSynced : text.home.stale(formats.moment(synced_at))}
    </span>
  )
}
