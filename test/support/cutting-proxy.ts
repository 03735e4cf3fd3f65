import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

/** The fate of one request: it is lost on the way there or back, sent twice, or passed on. */
export type Mishap = 'lost' | 'unanswered' | 'halved' | 'twice' | 'none'

/** A proxy that spoils requests on purpose, one mishap for each that comes. */
export type CuttingProxy = {
  readonly url: string
  /** The mishaps of the next requests, in order; later ones are passed on. */
  readonly plan: (...mishaps: readonly Mishap[]) => void
  /** Requests that the server has received. */
  readonly passed: () => number
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let planned: Mishap[] = []
  let passed = 0
  const pass = async ({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) => {
    passed += 1
    const outgoing = ask(target + url, { method, headers: { ...headers } })
    outgoing.end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) }
  }
  const server = createServer((request, response) => {
    void (async () => {
      const mishap = planned.shift() ?? 'none'
      const body = await buffer(request)
      if (mishap === 'lost') return request.socket.destroy()
      if (mishap === 'twice') await pass(request, body)
      const answer = await pass(request, body)
      if (mishap === 'unanswered') return request.socket.destroy()
      response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
      if (mishap !== 'halved') return response.end(answer.body)
      response.write(answer.body.subarray(0, answer.body.length / 2), () =>
        request.socket.destroy(),
      )
      return undefined
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (...mishaps) => void (planned = [...mishaps]),
    passed: () => passed,
  }
}
