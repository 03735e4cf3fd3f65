import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { writeInstant } from '#/platform/contract/fields.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { webhooks } from '#/webhooks/contract.ts'
import { writeEventId } from '#/webhooks/signing/event-id.ts'
import { writeSecret } from '#/webhooks/signing/sign.ts'
import { readKey } from '#/webhooks/signing/verify.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type Output,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import type { Remote } from '#/app/cli/parsing/remote.ts'
import { optionalSecret } from '#/app/cli/parsing/secrets.ts'
import { forward, forwardedText, signed } from '#/app/cli/serving/forward.ts'
import { readReceiver, requireDone } from './receiver.ts'
import { type PolledEvent, transactionEvent } from './event-sources.ts'

const names = ['transaction.created', 'webhook.test'] as const
type Name = (typeof names)[number]

/** Seconds for which the outcome of a test delivery is waited for, and between two looks at it. */
const PATIENCE = 20
const LOOK_EVERY = 1

export const triggerCommand: Command = {
  words: 'trigger',
  group: 'programs',
  summary:
    'Sends a signed sample event (transaction.created or webhook.test) to an address, or has the instance test one of your webhooks, and prints the answer.',
  operands: ['EVENT'],
  options: {
    to: { type: 'string', description: 'The address that it is sent to.', value: 'URL' },
    secret: {
      type: 'string',
      description:
        'The secret to sign with; `-` reads it from standard input. Without it one is made and printed.',
      value: 'whsec_…|-',
    },
    webhook: {
      type: 'string',
      description: 'Instead of an address: a webhook that the instance sends its test to.',
      value: 'WEBHOOK_ID',
    },
  },
  operandChoices: { EVENT: [...names, 'test'] },
  examples: [
    'trigger transaction.created --to http://localhost:3000/webhooks',
    'trigger test --webhook WEBHOOK_ID',
  ],
  reach: 'anywhere',
  run: async (invocation) => {
    const name = readName(invocation.operands[0]!)
    const [to, webhook] = [textOption(invocation, 'to'), textOption(invocation, 'webhook')]
    if ((to === undefined) === (webhook === undefined)) {
      throw new UsageError('Say either --to URL or --webhook ID.')
    }
    if (webhook === undefined) return send(name, readReceiver(to!, 'to'), invocation)
    if (name !== 'webhook.test') {
      throw new UsageError(
        'A webhook of the instance is tested with webhook.test: no transaction may be made up there.',
      )
    }
    if (textOption(invocation, 'secret') !== undefined) {
      throw new UsageError(
        '--secret goes with --to: the instance signs with the secret of the webhook.',
      )
    }
    if (!invocation.findRemote) throw new Error('trigger has no remote')
    return testWebhook(await invocation.findRemote(), readId(webhook))
  },
}

function readName(typed: string): Name {
  if (typed === 'test') return 'webhook.test'
  const name = names.find((known) => known === typed)
  if (name) return name
  throw new UsageError(`EVENT: one of ${names.join(', ')}.`)
}

async function send(name: Name, url: string, invocation: Invocation): Promise<Output> {
  const given = await optionalSecret(invocation, 'secret')
  if (given !== undefined && readKey(given) === null) {
    throw new UsageError('--secret: the secret of a webhook begins with whsec_.')
  }
  const secret = given ?? writeSecret(randomBytes(32))
  const event = sampleEvent(name)
  const forwarded = await forward(url, signed(secret, event))
  requireDone(url, forwarded)
  return {
    json: {
      event_id: event.id,
      event: name,
      body: event.body,
      secret: given ? null : secret,
      ...forwarded,
    },
    text: [
      `${name}  ${event.id}  ${forwardedText(forwarded)}`,
      ...(given ? [] : [`Signed with ${secret}`]),
    ].join('\n'),
  }
}

/** Makes an event that no household has, in the form of a delivery. */
export function sampleEvent(name: Name): PolledEvent {
  const moment = writeInstant(createClock(null)())
  const household = randomUUID()
  if (name === 'webhook.test') {
    const id = writeEventId('test', randomUUID())
    const webhook = { id: randomUUID(), name: 'earmark trigger' }
    const data = { set_aside_account_id: household, webhook }
    return { id, name, body: JSON.stringify({ eventId: id, name, timestamp: moment, data }) }
  }
  const transactionId = randomUUID()
  const id = writeEventId('transaction', transactionId)
  const transaction = {
    id: transactionId,
    account_id: randomUUID(),
    amount: -1250,
    currency: 'EUR',
    concept: 'Sample payment',
    booked_at: moment.slice(0, 10),
    created_at: moment,
    type: 'expense',
    status: 'booked',
    category_id: null,
    expense_goal_id: null,
    provider: 'manual',
  } as const
  return { id, name, body: transactionEvent(id, household, transaction) }
}

/** Has the instance send its test, and waits for the answer that the receiver gives to it. */
async function testWebhook({ ask, signal }: Remote, id: string): Promise<Output> {
  const { event_id } = await ask(webhooks.testWebhook, { params: { id } })
  for (let waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
    const query = { event_id, limit: 1 }
    const [delivery] = await ask(webhooks.listDeliveries, { params: { id }, query })
    const last = delivery?.log.at(-1)
    if (delivery && last) {
      const said =
        last.http_status === null ? (last.error ?? 'no answer') : String(last.http_status)
      if (delivery.status === 'delivered') {
        return {
          json: delivery,
          text: `webhook.test  ${event_id}  ${said} in ${last.duration_ms} ms`,
        }
      }
      throw new CommandError(
        `The webhook did not take the event ${event_id} (${said}); it is ${delivery.status}.`,
      )
    }
    await setTimeout(LOOK_EVERY * 1000, undefined, { signal })
  }
  return {
    json: { event_id, status: 'pending' },
    text: `webhook.test  ${event_id}  still waits to be sent; \`earmark webhook deliveries ${id}\` shows what becomes of it.`,
  }
}
