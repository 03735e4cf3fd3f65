// The bare limit of a list: node:http and pg, one prepared statement, the same bytes; no key, no limits, no log.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Statement } from './product-statement.ts'

export type BareList = {
  readonly databaseUrl: string
  readonly connections: number
  readonly statement: Statement
  readonly limit: number
  /** The household of each key. */
  readonly households: Readonly<Record<string, string>>
}

process.once('message', (options: BareList) => {
  const { databaseUrl, connections, statement, limit } = options
  const households = new Map(Object.entries(options.households))
  // The product's own settings, so that both run the same plan.
  const settings = '-c jit=off -c timezone=UTC'
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, options: settings })

  const page = async (key: string): Promise<string> => {
    const householdId = households.get(key)
    const values = statement.values.map((value, index) =>
      statement.householdAt.includes(index) ? householdId : value,
    )
    const { rows } = await pool.query({ name: 'page', text: statement.text, values })
    const total = Number(rows[0].total)
    const pages = Math.ceil(total / limit)
    return `{"data":${rows[0].data},"total":${total},"page":1,"pages":${pages},"limit":${limit},"has_more":${1 < pages},"next_cursor":null}`
  }
  const server = createServer((request, response) => {
    const key = request.headers.authorization!.slice('Bearer '.length)
    page(key).then(
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
