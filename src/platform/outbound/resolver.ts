import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a name, A and AAAA. Rejects with a system error where there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>

/**
 * The real resolver. It speaks DNS itself (c-ares), so names that hang cannot exhaust the threads that files and
 * password hashing need. With `localNames` it then also asks the system: /etc/hosts and the like name only private
 * machines, which matter only to an operator who allows private ranges. `servers`: those of the system unless a test
 * has its own.
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
