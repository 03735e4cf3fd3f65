import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refresh } from '#web/calls/changes.ts'
import { call } from '#web/calls/call.ts'
import type { Output } from '#web/calls/operations.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChooseAccounts } from './choose-accounts.tsx'

type Outcome = Output<'POST /connections/enable-banking/consents/finish'>

/** Where a bank sends the person back: finishes the consent, and offers the accounts of a new connection. */
export function BankReturn() {
  const words = useText().accounts.europe
  const { outcome, error, isFault } = useFinish()
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/accounts', replace: true })
  const isNew = outcome?.state === 'connected' && !outcome.renewed && outcome.connection_id !== null
  return (
    <Page title={words.title}>
      <Stack>
        {outcome === null && error === null && <Skeleton height="120px" />}
        {error !== null && <Failed error={error} />}
        {outcome?.state === 'declined' && (
          <Notice tone="warn">{isFault ? words.faultThere : words.declined}</Notice>
        )}
        {(error !== null || outcome?.state === 'declined') && (
          <div>
            <Link to="/accounts" className={buttonClass('primary')}>
              {words.back}
            </Link>
          </div>
        )}
      </Stack>
      {isNew && <ChooseAccounts id={outcome.connection_id!} onClose={leave} />}
    </Page>
  )
}

/** Sends what the bank has sent, once: it works only once. */
function useFinish() {
  const words = useText().accounts.europe
  const search = useSearch({ from: '/inside/connections/enable-banking' })
  // The search is emptied below.
  const [{ state = '', code, error: said }] = useState(search)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isSent = useRef(false)
  const finish = useEffectEvent(async () => {
    if (isSent.current) return
    isSent.current = true
    if (state === '') return navigate({ to: '/accounts', replace: true })
    try {
      const body = { state, ...(code !== undefined && { code }) }
      const done = await call('POST /connections/enable-banking/consents/finish', { body })
      // A used code must not stay in the address. One that was refused may have been asked for at the command line.
      void navigate({ to: '/connections/enable-banking', search: {}, replace: true })
      void refresh(queries)
      setOutcome(done)
      if (done.renewed) {
        toast(words.renewed)
        void navigate({ to: '/accounts', replace: true })
      }
    } catch (failure) {
      setError(failure)
    }
  })
  useEffect(() => void finish(), [])
  // Banks say `access_denied` when a person cancels; everything else is their own fault.
  return { outcome, error, isFault: said !== undefined && said !== 'access_denied' }
}
