import { lookup, Resolver } from 'node:dns/promises'

/** Resolves all addresses of a name, A and AAAA. Rejects with a system error if it has no address. */
export type Resolve = (name: string) => Promise<readonly string[]>

/**
 * Creates the real resolver. It uses DNS directly (c-ares), so slow names cannot exhaust the threads that files and password
 * hashing need. With `localNames` it then also asks the system, because /etc/hosts and the like name only private machines,
 * which matter only if the operator allows private ranges. `servers`: the system's unless a test has its own.
 */
export function createResolver(options: { localNames: boolean; servers?: string[] }): Resolve {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  if (options.servers) resolver.setServers(options.servers)
  return async (name) => {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    )
    if (addresses.length > 0) return addresses
    const reason = answers.find((answer) => answer.status === 'rejected')?.reason as unknown
    if (!options.localNames || codeOf(reason) === 'ETIMEOUT') throw reason
    return (await lookup(name, { all: true })).map((answer) => answer.address)
  }
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : ''
}
