import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from './call.ts'
import { refresh } from './changes.ts'
import type { Arguments, Input, Output, WriteOperation } from './operations.ts'
import { withProof } from './proof.ts'

type State = { readonly isPending: boolean; readonly error: unknown }

const idle: State = { isPending: false, error: null }

/**
 * Works as `useSend` for secrets: input and output bypass the caches of queries and mutations, so they vanish with the
 * component that shows them.
 */
export function useSendSecret<O extends WriteOperation>(
  operation: O,
  { onDone }: { readonly onDone: (output: Output<O>) => void },
) {
  const queries = useQueryClient()
  const [state, setState] = useState<State>(idle)
  const send = async (input: Input<O>) => {
    if (state.isPending) return
    setState({ isPending: true, error: null })
    try {
      const output = await withProof(() => call(operation, ...([input] as unknown as Arguments<O>)))
      setState(idle)
      void refresh(queries)
      onDone(output)
    } catch (error) {
      setState({ isPending: false, error })
    }
  }
  return { ...state, send: (input: Input<O>) => void send(input) }
}
