import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { refresh } from '#web/calls/changes.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText, FormatsProvider } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import { Toasts } from '#web/ui/toasts.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { redoLast, undoLast } from './history.ts'
import { useShortcut } from './keyboard.tsx'
import { Offline } from './offline.tsx'
import { Proof } from './proof.tsx'
import { Rail } from './rail.tsx'
import { useKeepToHousehold, useSession } from './session.ts'
import styles from './shell.module.css'
import { StandingBanner } from './standing-banner.tsx'
import { Tabs } from './tabs.tsx'
import { togglePrivate } from './theme.ts'

const Palette = lazy(() => import('./palette.tsx').then((file) => ({ default: file.Palette })))
const NoHousehold = lazy(() =>
  import('./no-household.tsx').then((file) => ({ default: file.NoHousehold })),
)
const More = lazy(() => import('./more.tsx').then((file) => ({ default: file.More })))
const NewTransaction = lazy(() =>
  import('#web/transactions/new-transaction.tsx').then((file) => ({
    default: file.NewTransaction,
  })),
)
const KeyBanner = lazy(() =>
  import('./key-banner.tsx').then((file) => ({ default: file.KeyBanner })),
)
const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((file) => ({ default: file.ShortcutSheet })),
)

/** Renders the application in the household's format. */
export function Shell() {
  const household = useSession()?.household
  useKeepToHousehold()
  return (
    <FormatsProvider locale={household?.locale ?? null} dateFormat={household?.date_format ?? null}>
      <Surroundings />
    </FormatsProvider>
  )
}

type Over = 'palette' | 'help' | 'more' | 'record'

/** Renders everything around a screen: navigation, banners and toasts. */
function Surroundings() {
  const text = useText()
  const [over, setOver] = useState<Over | null>(null)
  const newPlaces = useSession()?.new_key_places
  const close = () => setOver(null)
  useEverywhere(setOver)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text.shell.skip}
      </a>
      <Rail onSearch={() => setOver('palette')} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <DemoBanner />
        <StandingBanner />
        <Offline />
        {newPlaces ? (
          <Suspense>
            <KeyBanner count={newPlaces} />
          </Suspense>
        ) : null}
        <Place />
      </main>
      <Tabs onMore={() => setOver('more')} onRecord={() => setOver('record')} />
      <Toasts />
      <Proof />
      <Suspense>
        {over === 'palette' && <Palette onClose={close} onHelp={() => setOver('help')} />}
        {over === 'more' && <More onClose={close} />}
        {over === 'record' && <NewTransaction onClose={close} />}
        {over === 'help' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Renders the screen; without a household, only the screens about the person. */
function Place() {
  const session = useSession()
  const matches = useMatchRoute()
  const isOwn =
    matches({ to: '/settings/you' }) ||
    matches({ to: '/settings/sessions' }) ||
    matches({ to: '/settings/access' })
  if (!session || session.household !== null || isOwn) return <Outlet />
  return (
    <Suspense>
      <NoHousehold />
    </Suspense>
  )
}

/** Registers the shortcuts that work on every screen. */
function useEverywhere(setOver: (over: Over) => void) {
  const text = useText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const travel = (journey: typeof undoLast) => {
    journey(text.ui).then(
      (moved) => {
        if (moved) void refresh(queries)
      },
      (error: unknown) => toast(failureText(error, text)),
    )
  }
  useShortcut('palette', () => setOver('palette'))
  useShortcut('help', () => setOver('help'))
  useShortcut('goHome', () => void navigate({ to: '/' }))
  useShortcut('goTransactions', () => void navigate({ to: '/transactions' }))
  useShortcut('goPlan', () => void navigate({ to: '/plan' }))
  useShortcut('goCalendar', () => void navigate({ to: '/calendar' }))
  useShortcut('goInsights', () => void navigate({ to: '/insights' }))
  useShortcut('transfer', () => void navigate({ to: '/plan', search: { do: 'transfer' } }))
  useShortcut('setAside', () => void navigate({ to: '/plan', search: { do: 'fund' } }))
  useShortcut('takeBack', () => void navigate({ to: '/plan', search: { do: 'release' } }))
  useShortcut('goAccounts', () => void navigate({ to: '/accounts' }))
  useShortcut('goDevelopers', () => void navigate({ to: '/developers' }))
  useShortcut('goSettings', () => void navigate({ to: '/settings' }))
  useShortcut('newTransaction', () => void navigate({ to: '/transactions', search: { new: '1' } }))
  useShortcut('importFile', () => void navigate({ to: '/accounts/import' }))
  useShortcut('undo', () => travel(undoLast))
  useShortcut('redo', () => travel(redoLast))
  useShortcut('private', togglePrivate)
}
