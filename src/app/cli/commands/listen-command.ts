import { randomBytes } from 'node:crypto'
import { writeInstant } from '#/platform/contract/fields.ts'
import { readKey } from '#/webhooks/signing/verify.ts'
import { writeSecret } from '#/webhooks/signing/sign.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { type Command, type Invocation, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import { optionalSecret } from '#/app/cli/parsing/secrets.ts'
import { deliveryText } from '#/app/cli/words/delivery-text.ts'
import { readReceiver } from '#/app/cli/remote/receiver.ts'
import { forward, forwardedText } from '#/app/cli/serving/forward.ts'
import { listen, type Received } from '#/app/cli/serving/listen.ts'

const PORT = 4000
const HOST = '127.0.0.1'
const NO_CONTENT = 204
/** Seconds between two looks: 360 requests of the 500 that an hour allows at least. */
const LOOK_EVERY = 10

export const listenCommand: Command = {
  words: 'listen',
  group: 'programs',
  common: 'Receive webhooks here, and print them',
  summary:
    'Receives webhooks on this machine, prints and verifies them (--secret - reads the secret from standard input), and passes them on with --forward-to; with --poll it asks an instance for new events instead of being reached by it; with --json, one line for each. Ends with Ctrl-C.',
  operands: [],
  options: {
    port: {
      type: 'string',
      description: 'The port; 0 takes a free one.',
      value: 'P',
      default: '4000',
    },
    host: {
      type: 'string',
      description: 'The address to listen on.',
      value: 'H',
      default: '127.0.0.1',
    },
    secret: {
      type: 'string',
      description:
        'The secret of the webhook, which verifies deliveries; `-` reads it from standard input.',
      value: 'whsec_…|-',
    },
    status: {
      type: 'string',
      description: 'The status that every delivery is answered with.',
      value: 'S',
      default: '204',
    },
    'forward-to': {
      type: 'string',
      description: 'Passes each on to this address, as it came, and its answer back.',
      value: 'URL',
    },
    poll: {
      type: 'boolean',
      description:
        'Asks an instance for new events, with an API key, instead of being reached by it; what is forwarded gets a new signature.',
    },
    webhook: {
      type: 'string',
      description: 'With --poll: the deliveries of this webhook; without it new transactions.',
      value: 'WEBHOOK_ID',
    },
    every: {
      type: 'string',
      description: 'With --poll: the seconds between two looks.',
      value: 'N',
      default: '10',
    },
  },
  examples: [
    'listen --secret -',
    'listen --port 4001 --status 500',
    'listen --poll --forward-to http://localhost:3000/webhooks',
  ],
  reach: 'anywhere',
  run: async (invocation) => {
    requireTogether(invocation)
    const to = textOption(invocation, 'forward-to')
    const url = to === undefined ? null : readReceiver(to, 'forward-to')
    await (invocation.options['poll'] === true
      ? pollInstance(invocation, url)
      : receive(invocation, url))
    return null
  },
}

function requireTogether({ options }: Invocation): void {
  const isPolling = options['poll'] === true
  const other = isPolling ? ['port', 'host', 'status'] : ['webhook', 'every']
  const wrong = other.find((name) => options[name] !== undefined)
  if (wrong === undefined) return
  throw new UsageError(`--${wrong} goes ${isPolling ? 'without' : 'with'} --poll.`)
}

async function receive(invocation: Invocation, url: string | null): Promise<void> {
  const { print } = invocation
  const asJson = invocation.options['json'] === true
  const listener = await listen({
    host: textOption(invocation, 'host') ?? HOST,
    port: numberOption(invocation, 'port', { from: 0, to: 65_535 }) ?? PORT,
    status: numberOption(invocation, 'status', { from: 200, to: 599 }) ?? NO_CONTENT,
    key: await keyOption(invocation),
    ...(url !== null && { forward: (delivery) => forward(url, delivery) }),
    now: createClock(invocation.config.now),
    report: (received) => print(asJson ? jsonLine(received) : receivedText(received, url)),
  })
  await print(
    asJson
      ? `${JSON.stringify({ url: listener.url })}\n`
      : `Listening on ${listener.url}${url === null ? '' : `, for ${url}`} (Ctrl-C ends it)\n\n`,
  )
  await invocation.stopped()
  await listener.stop()
}

function receivedText(received: Received, url: string | null): string {
  const { forwarded } = received
  const passed = forwarded ? `  → ${url}: ${forwardedText(forwarded)}\n` : ''
  return `${deliveryText(received)}${passed}\n`
}

/** Looks for new events of an instance that cannot reach this machine. */
async function pollInstance(invocation: Invocation, url: string | null): Promise<void> {
  const { print, findRemote } = invocation
  const asJson = invocation.options['json'] === true
  const everySeconds = numberOption(invocation, 'every', { from: 2, to: 3600 }) ?? LOOK_EVERY
  const webhook = textOption(invocation, 'webhook')
  const id = webhook === undefined ? null : readId(webhook)
  const given = await secretOption(invocation)
  const secret = given ?? writeSecret(randomBytes(32))
  if (!findRemote) throw new Error('listen --poll has no remote')
  const [remote, { followDeliveries, followTransactions }, { attemptText, poll }] =
    await Promise.all([
      findRemote(),
      import('#/app/cli/remote/event-sources.ts'),
      import('#/app/cli/remote/poll.ts'),
    ])
  const source = id === null ? await followTransactions(remote) : followDeliveries(remote, id)
  if (id !== null) await source()
  const shown = given === null && url !== null ? { secret } : {}
  await print(
    asJson
      ? `${JSON.stringify({ url: remote.target.url, ...shown })}\n`
      : [
          `Asking ${remote.target.url} for new events every ${everySeconds} seconds (Ctrl-C ends it)`,
          ...(url === null
            ? []
            : [`They go to ${url}, signed with ${given === null ? secret : 'the given secret'}`]),
          '\n',
        ].join('\n'),
  )
  await poll({
    source,
    everySeconds,
    to: url === null ? null : { url, secret },
    signal: remote.signal,
    report: (event, attempt, forwarded) =>
      print(
        asJson
          ? `${JSON.stringify({ ...event, attempt, ...forwarded })}\n`
          : `${attemptText(event, attempt, forwarded)}\n`,
      ),
  }).catch((error: unknown) => {
    // Ctrl-C is how it ends.
    if (!remote.signal.aborted) throw error
  })
}

function jsonLine({ at, verdict, ...received }: Received): string {
  const genuine = verdict?.genuine ?? null
  const why = verdict?.genuine === false ? verdict.why : null
  return `${JSON.stringify({ at: writeInstant(at), ...received, genuine, why })}\n`
}

async function keyOption(invocation: Invocation): Promise<Buffer | null> {
  const secret = await secretOption(invocation)
  return secret === null ? null : readKey(secret)
}

async function secretOption(invocation: Invocation): Promise<string | null> {
  const secret = await optionalSecret(invocation, 'secret')
  if (secret === undefined) return null
  // Does not repeat the value, which is one character away from a secret.
  if (readKey(secret) === null) {
    throw new UsageError('--secret: the secret of a webhook begins with whsec_.')
  }
  return secret
}

function numberOption(
  invocation: Invocation,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): number | undefined {
  const text = textOption(invocation, name)
  if (text === undefined) return undefined
  const number = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (number < from || number > to) throw new UsageError(`--${name}: a number, ${from} to ${to}.`)
  return number
}
