import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from './call.ts'
import { refresh } from './changes.ts'
import type { Asked, Input, Told, Writing } from './operations.ts'
import { withProof } from './proof.ts'

type State = { readonly isPending: boolean; readonly error: unknown }

const idle: State = { isPending: false, error: null }

/**
 * As `useSend`, for what sends or answers a secret: neither goes through the cache of queries and mutations, so that it is
 * gone with the part of the screen that shows it.
 */
export function useSendSecret<O extends Writing>(
  operation: O,
  { onDone }: { readonly onDone: (told: Told<O>) => void },
) {
  const queries = useQueryClient()
  const [state, setState] = useState<State>(idle)
  const send = async (input: Input<O>) => {
    if (state.isPending) return
    setState({ isPending: true, error: null })
    try {
      const told = await withProof(() => call(operation, ...([input] as unknown as Asked<O>)))
      setState(idle)
      void refresh(queries)
      onDone(told)
    } catch (error) {
      setState({ isPending: false, error })
    }
  }
  return { ...state, send: (input: Input<O>) => void send(input) }
}
