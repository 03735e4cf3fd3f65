import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from './call.ts'
import { isOutdated } from './failure.ts'
import type {
  Arguments,
  Input,
  Operation,
  ReadOperation,
  Output,
  WriteOperation,
} from './operations.ts'
import { withProof } from './proof.ts'

/**
 * Prepares a write for forms and buttons: `useSend('POST /transactions')`. All reads are refreshed on success, and
 * also after a 409, because the page may show older data: the person sees the change and can save again. If the server
 * requires a recent proof of identity, the person is asked for it. `inTurn`: requests with the same words are sent one after
 * the other, because the last choice of a person must also be the last that the server sees.
 */
export function useSend<O extends WriteOperation>(
  operation: O,
  options: {
    readonly onDone?: (output: Output<O>, input: Input<O>) => void
    readonly inTurn?: string
  } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    ...(options.inTurn !== undefined && { scope: { id: options.inTurn } }),
    mutationFn: (input: Input<O>) =>
      withProof(() => call(operation, ...([input] as unknown as Arguments<O>))),
    onSuccess: (output, input) => {
      void refresh(queries)
      options.onDone?.(output, input)
    },
    onError: (error) => {
      if (isOutdated(error)) void refresh(queries)
    },
  })
}

/**
 * Works as `useSend`, for a form or button that disappears on success: until the write fails, sending again does nothing. The
 * second click of a double click arrives before the screen is redrawn, and must be neither sent nor reported.
 */
export function useSendOnce<O extends WriteOperation>(
  operation: O,
  options: { readonly onDone?: (output: Output<O>, input: Input<O>) => void } = {},
) {
  const sending = useSend(operation, options)
  const sent = useRef(false)
  const send = (input: Input<O>, onError?: (error: unknown) => void) => {
    if (sent.current) return
    sent.current = true
    sending.mutate(input, {
      onError: (error) => {
        sent.current = false
        onError?.(error)
      },
    })
  }
  return { send, error: sending.error, isPending: sending.isPending }
}

/** Refetches the reads on the screen and marks the others stale. `only`: limits this to the given reads. */
export function refresh(queries: QueryClient, only?: readonly ReadOperation[]): Promise<void> {
  const names: readonly Operation[] | undefined = only
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => names === undefined || names.includes(queryKey[0] as Operation),
  })
}
