import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sprout } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ComingUp } from './coming-up.tsx'
import { isUnused } from './early-number.ts'
import { Hero } from './hero.tsx'
import styles from './home-screen.module.css'
import { MonthCard } from './month-card.tsx'
import { Needs } from './needs.tsx'
import { NextPayday } from './next-payday.tsx'
import { Recent } from './recent.tsx'
import { GhostRiver } from './river/ghost-river.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import type { HomeData } from './home-data.ts'

const FirstSteps = lazy(() =>
  import('./first-steps.tsx').then((file) => ({ default: file.FirstSteps })),
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
  const text = useText()
  const steps = data.first_steps && (
    <Suspense fallback={<Skeleton height="320px" />}>
      <FirstSteps data={data} />
    </Suspense>
  )
  const offer = useSession()?.passkey_offer && (
    <Suspense>
      <PasskeyOffer />
    </Suspense>
  )
  if (isUnused(data)) {
    if (steps) {
      return (
        <div className={styles.home}>
          <GhostRiver />
          {steps}
          {offer}
        </div>
      )
    }
    return (
      <Empty
        picture={Sprout}
        title={text.home.welcome.title}
        actions={
          <Link to="/accounts" className={buttonClass('primary')}>
            {text.home.welcome.add}
          </Link>
        }
      >
        {text.home.welcome.words}
      </Empty>
    )
  }
  // The first steps ask about cards themselves.
  const needs = steps ? data.needs.filter(({ kind }) => kind !== 'card') : data.needs
  return (
    <div className={styles.home}>
      <Hero data={data} />
      {steps}
      {offer}
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
            {(!steps || data.coming_up.length > 0) && <ComingUp data={data} />}
            <Recent data={data} />
          </div>
          <div className={styles.column}>
            {(!steps || data.next_payday) && <NextPayday data={data} />}
            <MonthCard data={data} />
          </div>
        </div>
      </div>
    </div>
  )
}
