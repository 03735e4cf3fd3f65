import { keys } from '#/access/keys/contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { writeEventId } from '#/webhooks/signing/event-id.ts'
import type { Asking } from '#/app/cli/parsing/asking.ts'

/** An event as a webhook would receive it. */
export type PolledEvent = { readonly id: string; readonly name: string; readonly body: string }

/** Returns what has happened since the last call, and since it was made for the first one. */
export type EventSource = () => Promise<readonly PolledEvent[]>

type Transaction = WireAnswer<typeof transactions.showTransaction>

const PAGE = 200

/**
 * Makes the events of new transactions from the change feed, with the ids and the form that a webhook would deliver them
 * under. Nothing needs to be set up for it, and nothing of the instance is changed.
 */
export async function followTransactions({ ask }: Asking): Promise<EventSource> {
  const { account_id: household } = await ask(keys.describeKey)
  // The clock of the instance counts, since its moments are compared.
  const { as_of: began } = await ask(accounts.summarizeAccounts)
  const known = new Set<string>()
  let from: Readonly<Record<string, unknown>> = { updated_since: began, limit: PAGE }
  return async () => {
    const events: PolledEvent[] = []
    for (;;) {
      const page = await ask(transactions.listTransactions, { query: from })
      if (page.next_cursor !== null) from = { cursor: page.next_cursor, limit: PAGE }
      for (const transaction of page.data) {
        const isNew = transaction.deleted_at === null && transaction.created_at >= began
        if (!isNew || known.has(transaction.id)) continue
        known.add(transaction.id)
        events.push(eventOf(household, transaction))
      }
      if (!page.has_more) return events
    }
  }
}

function eventOf(household: string, transaction: Transaction): PolledEvent {
  const id = writeEventId('transaction', transaction.id)
  return { id, name: 'transaction.created', body: transactionEvent(id, household, transaction) }
}

/** Writes the body of `transaction.created`, with its fields in the order of a delivery. */
export function transactionEvent(
  eventId: string,
  household: string,
  given: Omit<
    Transaction,
    'original_concept' | 'notes' | 'external_id' | 'splits' | 'updated_at' | 'deleted_at'
  >,
): string {
  const { id, account_id, amount, currency, concept, booked_at, created_at, type, status } = given
  const { category_id, expense_goal_id, provider } = given
  return JSON.stringify({
    eventId,
    name: 'transaction.created',
    timestamp: created_at,
    data: {
      set_aside_account_id: household,
      transaction: {
        id,
        account_id,
        amount,
        currency,
        concept,
        booked_at,
        created_at,
        type,
        status,
        category_id,
        expense_goal_id,
        provider,
      },
    },
  })
}

/** Follows the deliveries of one webhook: the very bodies that it is sent, tests included. */
export function followDeliveries({ ask }: Asking, id: string): EventSource {
  let known: Set<string> | null = null
  return async () => {
    const query = { limit: PAGE }
    const listed = await ask(webhooks.listDeliveries, { params: { id }, query })
    const before = known
    known = new Set([...(before ?? []), ...listed.map((one) => one.event_id)])
    if (before === null) return []
    return listed
      .filter((one) => !before.has(one.event_id))
      .map((one) => ({ id: one.event_id, name: one.event, body: one.body }))
      .toReversed()
  }
}
