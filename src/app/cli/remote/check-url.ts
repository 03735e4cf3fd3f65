import { lookup } from 'node:dns/promises'
import { isPublicAddress } from '#/platform/outbound/public-address.ts'
import { CommandError } from '#/app/cli/parsing/command.ts'

/** Reads the address of an instance as a person writes it, and returns its origin. */
export function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    throw new CommandError(
      `${JSON.stringify(text)} is not an address such as https://budget.example.com.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new CommandError('Leave name and password out of the address; an API key is asked for.')
  }
  if (!/^\/(v1\/?)?$/.test(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new CommandError(`Only the origin of the instance is needed: ${url.origin}.`)
  }
  return url.origin
}

/**
 * Refuses to send a key in the clear over networks of others. Plain http is for this machine and private networks, unless
 * the person says otherwise.
 */
export async function requireSafeWay(origin: string, allowed: boolean): Promise<void> {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || allowed) return
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new CommandError(`${host} has no address: is the name right?`)
  })
  if (!addresses.some(({ address }) => isPublicAddress(address))) return
  throw new CommandError(
    `${origin} would carry the API key unencrypted over public networks. Use https; \`earmark login --insecure-http\` or EARMARK_INSECURE_HTTP=1 insists.`,
  )
}
