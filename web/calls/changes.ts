import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from './call.ts'
import type { Asked, Input, Operation, Reading, Told, Writing } from './operations.ts'
import { withProof } from './proof.ts'

/**
 * A write, for forms and buttons: `useSend('POST /transactions')`. Everything read before is read anew afterwards;
 * where a recent proof of who one is is wanted, the person is asked for it.
 */
export function useSend<O extends Writing>(
  operation: O,
  options: { readonly onDone?: (told: Told<O>, input: Input<O>) => void } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<O>) =>
      withProof(() => call(operation, ...([input] as unknown as Asked<O>))),
    onSuccess: (told, input) => {
      void refresh(queries)
      options.onDone?.(told, input)
    },
  })
}

/**
 * As `useSend`, for a form or a button that is gone once it has succeeded: until it fails, sending again does nothing. The
 * second of two clicks comes before the screen knows of the first, and must be neither sent nor told of.
 */
export function useSendOnce<O extends Writing>(
  operation: O,
  options: { readonly onDone?: (told: Told<O>, input: Input<O>) => void } = {},
) {
  const sending = useSend(operation, options)
  const sent = useRef(false)
  const send = (input: Input<O>) => {
    if (sent.current) return
    sent.current = true
    sending.mutate(input, { onError: () => (sent.current = false) })
  }
  return { send, error: sending.error, isPending: sending.isPending }
}

/** Reads anew what is on the screen; what is not is read when it is shown again. `only`: just these reads. */
export function refresh(queries: QueryClient, only?: readonly Reading[]): Promise<void> {
  const names: readonly Operation[] | undefined = only
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => names === undefined || names.includes(queryKey[0] as Operation),
  })
}
