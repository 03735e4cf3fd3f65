import { useEffect, useEffectEvent, useState } from 'react'
import { callUntil } from '#web/calls/call.ts'
import type { Told } from '#web/calls/operations.ts'

/** A page of Plaid's, and what tells what becomes of it. */
export type PlaidLink = {
  readonly token: string
  readonly url: string
  readonly renew?: string
}

type State = Told<'POST /connections/plaid/link/follow'>['state']

/** How long to wait between two questions, in milliseconds. */
const PAUSE_MS = 2500

/** Asks again and again how far somebody is on Plaid's page, until they are done; null: not yet. */
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
        const told = await callUntil(signal, 'POST /connections/plaid/link/follow', { body })
        if (signal.aborted) return
        setError(null)
        setState(told.state)
        if (told.state === 'done') return done(told.connection_ids)
      } catch (failure) {
        if (signal.aborted) return
        // It may pass: whoever is at their bank meanwhile is not to begin anew.
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
