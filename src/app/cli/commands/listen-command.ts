import { writeInstant } from '#/platform/contract/fields.ts'
import { readKey } from '#/webhooks/signing/verify.ts'
import { createClock } from '#/platform/runtime/clock.ts'
import { type Command, type Invocation, textOption, UsageError } from '#/app/cli/parsing/command.ts'
import { optionalSecret } from '#/app/cli/parsing/secrets.ts'
import { deliveryText } from '#/app/cli/words/delivery-text.ts'
import { listen, type Received } from '#/app/cli/serving/listen.ts'

const PORT = 4000
const HOST = '127.0.0.1'
const NO_CONTENT = 204

export const listenCommand: Command = {
  words: 'listen',
  synopsis: '[--port P] [--secret whsec_…|-] [--host H] [--status S]',
  summary:
    'Receives webhooks on this machine, prints and verifies them (--secret - reads the secret from standard input); with --json, one line for each. Ends with Ctrl-C.',
  operands: [],
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    secret: { type: 'string' },
    status: { type: 'string' },
  },
  run: async (invocation) => {
    const { print } = invocation
    const asJson = invocation.options['json'] === true
    const listener = await listen({
      host: textOption(invocation, 'host') ?? HOST,
      port: numberOption(invocation, 'port', { from: 0, to: 65_535 }) ?? PORT,
      status: numberOption(invocation, 'status', { from: 200, to: 599 }) ?? NO_CONTENT,
      key: await keyOption(invocation),
      now: createClock(invocation.config.now),
      report: (received) => print(asJson ? jsonLine(received) : `${deliveryText(received)}\n`),
    })
    await print(
      asJson
        ? `${JSON.stringify({ url: listener.url })}\n`
        : `Listening on ${listener.url} (Ctrl-C ends it)\n\n`,
    )
    await invocation.stopped()
    await listener.stop()
    return null
  },
}

function jsonLine({ at, verdict, ...received }: Received): string {
  const genuine = verdict?.genuine ?? null
  const why = verdict?.genuine === false ? verdict.why : null
  return `${JSON.stringify({ at: writeInstant(at), ...received, genuine, why })}\n`
}

async function keyOption(invocation: Invocation): Promise<Buffer | null> {
  const secret = await optionalSecret(invocation, 'secret')
  if (secret === undefined) return null
  const key = readKey(secret)
  // Does not repeat the value, which is one character away from a secret.
  if (key === null) throw new UsageError('--secret: the secret of a webhook begins with whsec_.')
  return key
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
