// The yardstick and the cheapest answers: node:http and pg, one prepared statement a request, and nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export type BareStatement = {
  readonly databaseUrl: string
  readonly connections: number
  /** Statements by the first part of the path; each answers one row with one text, from the rest of the path. */
  readonly statements: Readonly<Record<string, string>>
}

process.once('message', ({ databaseUrl, connections, statements }: BareStatement) => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    options: '-c jit=off -c timezone=UTC -c plan_cache_mode=force_generic_plan',
  })
  const answer = async (path: string): Promise<string> => {
    const [, , name = '', ...values] = path.split('/')
    const query = { name, text: statements[name]!, values, rowMode: 'array' as const }
    const { rows } = await pool.query<[string]>(query)
    return rows[0]![0]
  }
  const server = createServer((request, response) => {
    request.resume()
    answer(request.url!).then(
      (body) => {
        response.writeHead(200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': Buffer.byteLength(body),
        })
        response.end(body)
      },
      (error: unknown) => {
        response.writeHead(500, { 'Content-Length': 0 }).end()
        console.error(error)
      },
    )
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
