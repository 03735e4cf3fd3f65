import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, makeIdempotencyKeys } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { launch } from '#web/home/river/landing.ts'
import { prefersStill } from '#web/home/use-counted.ts'
import { useText } from '#web/text/text.tsx'
import { toast } from '#web/ui/toast.ts'
import { type EditedBill, termsOfBill } from './edited-bill.ts'
import type { BillProposal } from './openings.ts'
import { nameOf, TAKE_BILLS } from './take-bills.ts'

type Chosen = {
  /** The proposal, by which its row is found. */
  readonly found: BillProposal
  /** The bill as it would be accepted. */
  readonly bill: EditedBill
  /** The cents that are set aside for it at once. */
  readonly balance: number
}

/** Milliseconds after each bill, in which the number comes down and its tile lands; all bills together take so long at most. */
const REST_MS = 420
const RESTS_MS = 3500

/**
 * Creates an Expense for each proposed bill, with its own idempotency key, so that a retry creates none of them twice. Home is
 * read after each, so that people see what every bill takes from their number.
 */
export function useTakeBills({ isQuiet }: { readonly isQuiet: boolean }) {
  const words = useText().firstSteps.bills
  const queries = useQueryClient()
  const { data: schedules } = useQuery(ask('GET /funding-schedules'))
  const [keyFor] = useState(makeIdempotencyKeys)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const take = useMutation({
    mutationKey: TAKE_BILLS,
    mutationFn: async (all: readonly Chosen[]) => {
      const known = schedules ?? (await call('GET /funding-schedules'))
      const funding_schedule_ids = known.filter(({ enabled }) => enabled).map(({ id }) => id)
      const rest = prefersStill() ? 0 : Math.min(REST_MS, RESTS_MS / all.length)
      for (const { found, bill, balance } of all) {
        const body = { ...termsOfBill(bill), funding_schedule_ids, balance }
        const name = nameOf(found)
        const idempotencyKey = keyFor(JSON.stringify(body))
        const { id } = await call('POST /expenses', { body, idempotencyKey })
        launch(id, document.querySelector(`[data-bill="${CSS.escape(name)}"]`))
        setTaken((before) => new Set(before).add(name))
        await refresh(queries, ['GET /home'])
        if (rest > 0) await new Promise((done) => setTimeout(done, rest))
      }
      return all.length
    },
    onSuccess: (count) => {
      if (!isQuiet) toast(words.added(count))
    },
    // Refetches, so that only the remaining proposals are shown.
    onSettled: async () => {
      await refresh(queries)
      setTaken(new Set())
    },
  })
  return { take, taken }
}
