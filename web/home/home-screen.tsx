import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useIsTakingBills } from '#web/proposals/take-bills.ts'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLater } from '#web/ui/use-later.ts'
import { ComingUp } from './coming-up.tsx'
import { hasBegun, noteBegun } from './first-steps/steps.ts'
import { Hero } from './hero.tsx'
import styles from './home-screen.module.css'
import { knowledgeOf } from './knowledge.ts'
import { MonthCard } from './month-card.tsx'
import { Needs } from './needs.tsx'
import { NextPayday } from './next-payday.tsx'
import { Recent } from './recent.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import type { HomeData } from './home-data.ts'
import { prefersStill } from './use-counted.ts'

const FirstSteps = lazy(() =>
  import('./first-steps/first-steps.tsx').then((file) => ({ default: file.FirstSteps })),
)

const Closing = lazy(() =>
  import('./first-steps/closing.tsx').then((file) => ({ default: file.Closing })),
)

const PastPayments = lazy(() =>
  import('./past-payments.tsx').then((file) => ({ default: file.PastPayments })),
)

const PasskeyOffer = lazy(() =>
  import('./passkey-offer.tsx').then((file) => ({ default: file.PasskeyOffer })),
)

/** The first screen: Free-to-spend, its equation, and the next events. */
export function HomeScreen() {
  const text = useText()
  const { data, error, refetch } = useQuery(ask('GET /home'))
  return (
    <Page title={text.home.title} hideTitle>
      {data ? (
        <HomeContent data={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <HomeSkeleton />
      )}
    </Page>
  )
}

function HomeContent({ data }: { readonly data: HomeData }) {
  const { steps, isOver } = useFirstSteps(data)
  const isOffered = useSession()?.passkey_offer && !steps
  const isEmpty = knowledgeOf(data) === 'nothing' && data.counts.expenses === 0
  return (
    <div className={styles.home}>
      <Hero data={data} />
      {steps}
      {/* Somebody who waits for a first number is not asked about passkeys. */}
      {isOffered && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      {!isEmpty && <Below data={data} isBeginning={!isOver} />}
    </div>
  )
}

/** Returns the first steps, or their end once in the page that has shown them. */
function useFirstSteps(data: HomeData) {
  const { id } = data.household
  const isTaking = useIsTakingBills()
  const isShown = data.first_steps || isTaking
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => {
    if (!data.first_steps) return
    noteBegun(id)
    setIsClosed(false)
  }, [data.first_steps, id])
  useEffect(() => {
    // The number comes down at the top of the screen while bills are taken at its end.
    if (isTaking) window.scrollTo({ top: 0, behavior: prefersStill() ? 'auto' : 'smooth' })
  }, [isTaking])
  const isEnding = !isShown && !isClosed && hasBegun(id) && knowledgeOf(data) === 'known'
  const close = () => {
    noteBegun(null)
    setIsClosed(true)
  }
  return {
    isOver: !isShown,
    steps: (isShown || isEnding) && (
      <Suspense fallback={<Skeleton height="320px" />}>
        {isShown ? <FirstSteps data={data} /> : <Closing data={data} onClose={close} />}
      </Suspense>
    ),
  }
}

type CardsProps = {
  readonly data: HomeData
  /** The first steps are open: they ask about cards and categories themselves, and lists without content wait. */
  readonly isBeginning: boolean
}

/**
 * Draws the cards after the number and its river have been painted, in a render of their own: together they kept a phone from
 * answering a touch for a quarter of a second. Until then their room is kept, so that a place on the page is found again.
 */
function Below(props: CardsProps) {
  return useLater() ? <Cards {...props} /> : <div className={styles.later} />
}

function Cards({ data, isBeginning }: CardsProps) {
  const needs = isBeginning
    ? data.needs.filter(({ kind }) => kind !== 'card' && kind !== 'unfiled')
    : data.needs
  return (
    <div className={styles.cards}>
      {needs.length > 0 && (
        <Needs needs={needs} currency={data.currency} free={data.money[0]!.free_to_spend} />
      )}
      {data.may_have_past && (
        <Suspense>
          <PastPayments />
        </Suspense>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {(!isBeginning || data.coming_up.length > 0) && <ComingUp data={data} />}
          <Recent data={data} />
        </div>
        <div className={styles.column}>
          {(!isBeginning || data.next_payday) && <NextPayday data={data} />}
          <MonthCard data={data} />
        </div>
      </div>
    </div>
  )
}
