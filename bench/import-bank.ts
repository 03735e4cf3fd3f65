// A SimpleFIN bank that costs little: one account, and so many booked rows spread over whatever window is asked for.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const rowsPerWindow = Number(process.argv[2])
const DAY = 86_400
/** Windows are at most that long; the newest reaches until now. */
const WINDOW_DAYS = 44
const names = 'Corner North Old Blue Green Market River Sunny Central Royal'.split(' ')
const trades = 'Bakery Pharmacy Grocers Cinema Books Station Coffee Garage Sports Florist'.split(
  ' ',
)

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo
  const url = new URL(request.url!, 'http://bank')
  if (request.method === 'POST') {
    response.end(`http://bench:a-password-of-the-bench@127.0.0.1:${port}/simplefin`)
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(answer(url.searchParams))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

function answer(query: URLSearchParams): string {
  const now = Math.floor(Date.now() / 1000)
  const start = Number(query.get('start-date'))
  const seconds = Number(query.get('end-date') ?? now) - start
  const rows = query.has('balances-only')
    ? []
    : Array.from({ length: rowsPerWindow }, (_, index) => row(start, seconds, index))
  const account = {
    id: 'A',
    conn_id: 'C',
    name: 'Everyday Checking',
    currency: 'EUR',
    balance: '1500.50',
    'balance-date': now,
    transactions: rows,
  }
  const bank = { conn_id: 'C', name: 'River Bank', org_id: 'O', sfin_url: 'https://sfin.example' }
  return JSON.stringify({ errlist: [], connections: [bank], accounts: [account] })
}

function row(start: number, seconds: number, index: number): object {
  const day = Math.floor((index / rowsPerWindow) * Math.min(seconds / DAY, WINDOW_DAYS))
  const payee = `${names[index % 10]} ${trades[Math.floor(index / 10) % 10]}`
  return {
    id: `${start}-${index}`,
    posted: start + day * DAY + DAY / 2,
    amount: (-(100 + (index % 9000)) / 100).toFixed(2),
    description: `${payee.toUpperCase()} ${index % 97}`,
    payee,
  }
}
