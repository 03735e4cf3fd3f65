import { invalidParameter } from '#/platform/contract/refusal.ts'
import { OutboundFailure } from '#/platform/outbound/failure.ts'
import type { Call } from '#/platform/runtime/call.ts'

/** Returns an address as it is stored. Throws `invalid_parameter` if it leads to a private address or nowhere. */
export async function requireReachable({ destinations }: Call, url: string): Promise<string> {
  try {
    await destinations.inspect(url)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    if (error.kind === 'refused_address') {
      throw invalidParameter('url', 'Send the address of a server on the public internet.', {
        name: 'address_not_public',
      })
    }
    if (error.kind === 'bad_url') {
      throw invalidParameter('url', error.message, { name: 'address_unusable' })
    }
  }
  const checked = destinations.check(url)
  if (!checked.ok) throw new Error('an inspected URL is not valid')
  return checked.url.href
}
