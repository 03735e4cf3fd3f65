import { CommandError, UsageError } from '#/app/cli/parsing/command.ts'
import { type Forwarded, forwardedText, isDone } from '#/app/cli/serving/forward.ts'

/** Reads the address to forward to. */
export function readReceiver(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.href
  throw new UsageError(`--${option}: an address such as http://localhost:3000/webhooks.`)
}

/** Throws unless the receiver has taken the event, so that a script notices. */
export function requireDone(url: string, forwarded: Forwarded): void {
  if (isDone(forwarded)) return
  throw new CommandError(`${url} did not take the event (${forwardedText(forwarded)}).`)
}
