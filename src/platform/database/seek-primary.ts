import { setTimeout } from 'node:timers/promises'
import type { Servers } from './servers.ts'
import { Session, withoutOptions } from './session.ts'

/** Milliseconds in which a server has to say what it is. One that has vanished never does. */
const ANSWER_MAX = 1500
/** Milliseconds after the answer of another one in which the present server may say that it still is the primary. */
const PRESENT_MORE = 200

const running = new WeakMap<Servers, Promise<boolean>>()

/**
 * Asks all servers of an address at once, because one that froze or cannot be reached any more would hold up the question
 * to its successor. Takes the first that is the primary, and keeps the present one if it says so too: then its statements
 * go on. Returns false if none is. Calls during a search share it.
 */
export function seekPrimary(servers: Servers): Promise<boolean> {
  const known = running.get(servers)
  if (known) return known
  const search = seek(servers).finally(() => running.delete(servers))
  running.set(servers, search)
  return search
}

async function seek(servers: Servers): Promise<boolean> {
  const present = servers.current()
  const asked = new Map(servers.urls.map((url) => [url, answerOf(url, servers)]))
  const found = await Promise.any(asked.values()).catch(() => null)
  if (found === null) return false
  const stays = asked.get(present)!.then(
    () => true,
    () => false,
  )
  if (!(await Promise.race([stays, setTimeout(PRESENT_MORE, false)]))) servers.take(found)
  return true
}

/** Returns the address of a server that can be used. */
async function answerOf(url: string, { needsPrimary }: Servers): Promise<string> {
  if ((await isStandby(url)) && needsPrimary) throw new Error('a standby')
  return url
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
