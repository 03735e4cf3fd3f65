// The bare limit of a write: node:http and pg, one durable INSERT of the same row into the same table.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export type BareRecord = {
  readonly databaseUrl: string
  readonly connections: number
  readonly households: Readonly<Record<string, string>>
}

const INSERT = `insert into transactions (household_id, id, account_id, amount, currency, concept, booked_at, type,
    status, category_id, notes, merchant, provider, edited, revision, created_at, updated_at, history, hidden)
  values ($1, $2, $3, $4, 'EUR', $5, $6, 'expense', 'booked', $7, null, $5, 'manual', '{}', 1, $8, $8, false, false)
  returning row_to_json(transactions)::text as json`

process.once('message', (options: BareRecord) => {
  const households = new Map(Object.entries(options.households))
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.connections,
    options: '-c jit=off -c timezone=UTC -c synchronous_commit=on',
  })

  const store = async (key: string, text: string): Promise<string> => {
    const { account_id, amount, concept, booked_at, category_id } = JSON.parse(text)
    const id = crypto.randomUUID()
    const now = new Date().toISOString()
    const values = [
      households.get(key),
      id,
      account_id,
      amount,
      concept,
      booked_at,
      category_id,
      now,
    ]
    const { rows } = await pool.query({ name: 'insert', text: INSERT, values })
    return rows[0].json
  }
  const server = createServer((request, response) => {
    const key = request.headers.authorization!.slice('Bearer '.length)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      store(key, Buffer.concat(chunks).toString()).then(
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
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
