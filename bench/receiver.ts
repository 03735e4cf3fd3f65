// A destination of webhooks: counts what it gets, says when each event came if asked to, and can hang.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = { readonly what: 'take' } | { readonly what: 'listen'; readonly hangs: boolean }

/** When an event came, in milliseconds of the machine's clock. */
export type Arrival = readonly [event: string, at: number]

let arrivals: Arrival[] = []

process.on('message', (asked: Asked) => {
  if (asked.what === 'take') {
    process.send!(arrivals)
    arrivals = []
    return
  }
  const server = createServer((request, response) => {
    const came = performance.timeOrigin + performance.now()
    request.resume()
    if (asked.hangs) return
    request.on('end', () => {
      arrivals.push([String(request.headers['webhook-id']), came])
      response.writeHead(200, { 'Content-Length': 2 }).end('ok')
    })
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '0.0.0.0', () => process.send!((server.address() as AddressInfo).port))
})
