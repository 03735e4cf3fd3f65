import type { Servers } from './servers.ts'
import { Session, withoutOptions } from './session.ts'

/** Milliseconds in which a server has to say what it is. One that has vanished never does. */
const ANSWER_MAX = 1500

const running = new WeakMap<Servers, Promise<boolean>>()

/**
 * Asks all servers of an address at once, and takes the first that is the primary; false: none says so. At once, because a
 * server that froze or cannot be reached any more would hold up the question to its successor. Calls during a search share it.
 */
export function seekPrimary(servers: Servers): Promise<boolean> {
  const known = running.get(servers)
  if (known) return known
  const search = seek(servers).finally(() => running.delete(servers))
  running.set(servers, search)
  return search
}

async function seek(servers: Servers): Promise<boolean> {
  const asked = servers.urls.map(async (url) => {
    if ((await isStandby(url)) && servers.needsPrimary) throw new Error('a standby')
    return url
  })
  const found = await Promise.any(asked).catch(() => null)
  if (found !== null) servers.take(found)
  return found !== null
}

async function isStandby(url: string): Promise<boolean> {
  const client = new Session({
    connectionString: withoutOptions(url),
    connectionTimeoutMillis: ANSWER_MAX,
    application_name: 'earmark',
  })
  // A connection that breaks has not answered.
  client.on('error', () => {})
  try {
    await client.connect()
    return client.isStandby
  } finally {
    void client.end().catch(() => {})
  }
}
