import { useEffect, useEffectEvent, useState } from 'react'
import { callUntil } from '#web/calls/call.ts'
import type { Output } from '#web/calls/operations.ts'

/** A page at Plaid and the token that reports its outcome. */
export type PlaidLink = {
  readonly token: string
  readonly url: string
  readonly renew?: string
}

type State = Output<'POST /connections/plaid/link/follow'>['state']

/** The pause between two requests, in milliseconds. */
const PAUSE_MS = 2500

/** Polls the progress on Plaid's page until the person is done; null: not yet. */
export function useFollowLink(
  link: PlaidLink | null,
  onDone: (connectionIds: readonly string[]) => void,
): { readonly state: State; readonly error: unknown } {
  const [state, setState] = useState<State>('open')
  const [error, setError] = useState<unknown>(null)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (link === null) return
    const stop = new AbortController()
    const { signal } = stop
    let timer = 0
    const body = {
      link_token: link.token,
      ...(link.renew !== undefined && { connection_id: link.renew }),
    }
    const later = () => {
      timer = window.setTimeout(() => void follow(), PAUSE_MS)
    }
    const follow = async () => {
      try {
        const progress = await callUntil(signal, 'POST /connections/plaid/link/follow', { body })
        if (signal.aborted) return
        setError(null)
        setState(progress.state)
        if (progress.state === 'done') return done(progress.connection_ids)
      } catch (failure) {
        if (signal.aborted) return
        // May be temporary: the person is at their bank meanwhile and should not have to start again.
        setError(failure)
      }
      later()
    }
    later()
    return () => {
      window.clearTimeout(timer)
      stop.abort()
    }
  }, [link])
  return { state, error }
}
