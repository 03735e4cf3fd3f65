import { useMutation, useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { CallFailure } from '#web/calls/failure.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useArrive } from './arrive.ts'
import { Entrance, EntranceForm } from './entrance.tsx'
import {
  announceProof,
  type Finished,
  finishLogin,
  forgetKept,
  goToProvider,
  readKept,
} from './provider-login.ts'
import { useProviderWords } from './provider-words.ts'
import { CodeField, useSecondFactor } from './sign-in-screen.tsx'
import { readWayBack, wayBackWith } from './way-back.ts'

/** The address between this application and a provider: on the way there, and on the way back. */
export function ProviderScreen() {
  const { provider } = useParams({ from: '/oidc/$provider' })
  const [search] = useState(() => new URLSearchParams(location.search))
  const state = search.get('state')
  const begin = search.get('begin')
  if (begin === 'sign_in' || begin === 'sudo') {
    const to = readWayBack(search.get('to'), location.origin) ?? undefined
    return <Leaving provider={provider} purpose={begin} to={wayBackWith(to, location.hash)} />
  }
  return state === null ? (
    <Navigate to="/sign-in" replace />
  ) : (
    <Returning provider={provider} state={state} search={search} />
  )
}

function Leaving({
  provider,
  purpose,
  to,
}: {
  readonly provider: string
  readonly purpose: 'sign_in' | 'sudo'
  readonly to: string | undefined
}) {
  const words = useProviderWords()
  const { error } = useQuery({
    queryKey: ['to provider', provider, purpose],
    queryFn: () => goToProvider(provider, { purpose, to }),
    retry: false,
    staleTime: Infinity,
  })
  return <Waiting title={words.working} error={error} />
}

function Returning({
  provider,
  state,
  search,
}: {
  readonly provider: string
  readonly state: string
  readonly search: URLSearchParams
}) {
  const words = useProviderWords()
  const [kept] = useState(() => readKept(state))
  const [query] = useState(() => {
    const names = ['code', 'iss', 'error', 'error_description'] as const
    const given = names.flatMap((name) => {
      const value = search.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    })
    return { state, ...(Object.fromEntries(given) as { code?: string }) }
  })
  // The code has been read, and works once: nobody needs it in the history of the browser.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  const first = useQuery({
    queryKey: ['from provider', state],
    queryFn: () => finishLogin(provider, query),
    retry: false,
    staleTime: Infinity,
  })
  const again = useMutation({ mutationFn: (code: string) => finishLogin(provider, query, code) })
  const error = again.error ?? first.error
  const wantsCode = useSecondFactor(error)
  const finished = again.data ?? first.data
  if (finished) return <Arrived finished={finished} to={kept.to} />
  if (wantsCode) return <AskCode error={error} busy={again.isPending} onCode={again.mutate} />
  return (
    <Waiting title={words.working} error={error}>
      {belongsElsewhere(error) && <OtherAccount provider={provider} kept={kept} />}
    </Waiting>
  )
}

function Arrived({
  finished,
  to,
}: {
  readonly finished: Finished
  readonly to: string | undefined
}) {
  const words = useProviderWords()
  const router = useRouter()
  const { outcome, session } = finished
  // A new member has accepted the invitation that they came from.
  const arrive = useArrive(outcome === 'joined' ? '/' : to)
  useEffect(() => {
    forgetKept()
    if (outcome === 'signed_in' || outcome === 'joined') arrive(session)
    else if (outcome === 'linked') {
      toast(words.linked)
      router.history.replace('/settings/you')
    } else {
      announceProof()
      if (to === undefined) window.close()
      else router.history.replace(to)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- it arrives once
  }, [])
  return (
    <Entrance title={words.working}>
      {outcome === 'proved' && <Words>{words.closeWindow}</Words>}
    </Entrance>
  )
}

function AskCode({
  error,
  busy,
  onCode,
}: {
  readonly error: unknown
  readonly busy: boolean
  readonly onCode: (code: string) => void
}) {
  const words = useProviderWords()
  const [code, setCode] = useState('')
  const isAsking = error instanceof CallFailure && error.code === 'second_factor_required'
  return (
    <Entrance title={words.code}>
      <EntranceForm onSubmit={() => onCode(code.trim())}>
        {!isAsking && error !== null && <Failed error={error} />}
        <CodeField value={code} onChange={setCode} />
        <Button look="primary" type="submit" busy={busy}>
          {words.continue}
        </Button>
      </EntranceForm>
    </Entrance>
  )
}

/** True if another account of the person at the provider may be the right one. */
function belongsElsewhere(error: unknown): boolean {
  return (
    error instanceof CallFailure &&
    (error.code === 'oidc_not_linked' || error.code === 'oidc_taken')
  )
}

/** Goes to the provider again, which offers other accounts: it would answer with the same one otherwise. */
function OtherAccount({
  provider,
  kept,
}: {
  readonly provider: string
  readonly kept: ReturnType<typeof readKept>
}) {
  const words = useProviderWords()
  const go = useMutation({
    mutationFn: () => goToProvider(provider, kept, { choose_account: true }),
  })
  return (
    <>
      {go.error && <Failed error={go.error} />}
      <Button look="primary" busy={go.isPending} onClick={() => go.mutate()}>
        {words.otherAccount}
      </Button>
    </>
  )
}

function Waiting({
  title,
  error,
  children,
}: {
  readonly title: string
  readonly error: unknown
  readonly children?: ReactNode
}) {
  const words = useProviderWords()
  if (!error) return <Entrance title={title}>{null}</Entrance>
  return (
    <Entrance title={words.failed}>
      <Failed error={error} />
      {children}
      <a href="/sign-in" className={buttonClass('plain')}>
        {words.back}
      </a>
    </Entrance>
  )
}
