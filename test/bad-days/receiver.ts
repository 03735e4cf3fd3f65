import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A destination of webhooks that accepts everything, and counts how often each event came. */
export type EventReceiver = {
  readonly url: string
  /** How often each event has come, by its id. */
  readonly arrivals: ReadonlyMap<string, number>
  readonly close: () => void
}

export async function openReceiver(): Promise<EventReceiver> {
  const arrivals = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'])
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
