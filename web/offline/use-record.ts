import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callUntil } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { loadDevice } from '#web/calls/device.ts'
import { isUnanswered } from '#web/calls/kept.ts'
import type { Output } from '#web/calls/operations.ts'
import { withProof } from '#web/calls/proof.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Waiting } from './database.ts'

/** How long an answer is waited for before the transaction is kept on the device, in milliseconds. */
const PATIENCE_MS = 8000

type Sent = {
  readonly body: Waiting['body']
  readonly idempotencyKey: string
}

/**
 * Records a transaction once. Without an answer it is kept on this device under its Idempotency-Key and sent later, so that it
 * counts once even if the server did get it.
 */
export function useRecord({
  onDone,
  onKept,
}: {
  readonly onDone: (recorded: Output<'POST /transactions'>) => void
  readonly onKept: () => void
}) {
  const queries = useQueryClient()
  const { away } = useText().shell
  const sent = useRef(false)
  const record = useMutation({
    mutationFn: (input: Sent) => {
      const person = queries.getQueryData(ask('GET /session').queryKey)?.person.id
      return withProof(() => recordOrKeep(input, person))
    },
    onSuccess: (recorded, { body }) => {
      if (recorded === null) {
        toast(away.kept(body.concept))
        return onKept()
      }
      void refresh(queries)
      onDone(recorded)
    },
    onError: () => {
      sent.current = false
    },
  })
  const send = (input: Sent) => {
    if (sent.current) return
    sent.current = true
    record.mutate(input)
  }
  return { send, error: record.error, isPending: record.isPending }
}

/** Returns null if there was no answer and the device keeps it. */
async function recordOrKeep(
  { body, idempotencyKey }: Sent,
  person: string | undefined,
): Promise<Output<'POST /transactions'> | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await callUntil(signal, 'POST /transactions', { body, idempotencyKey })
  } catch (error) {
    const failure = signal.aborted ? new CallFailure('unreachable') : error
    if (!isUnanswered(failure)) throw failure
    if (person === undefined) throw failure
    const device = await loadDevice()
    if (await device?.keepWaiting({ body, key: idempotencyKey, person })) return null
    throw failure
  }
}
