// A bank that costs little, and speaks SimpleFIN and Plaid: one account with as many booked rows as the token says, spread
// over the window that is asked for, or over two years.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const DAY = 86_400
/** Windows are at most that long; the newest reaches until now. */
const WINDOW_DAYS = 44
const HISTORY_DAYS = 700
const PAGE = 500
const names = 'Corner North Old Blue Green Market River Sunny Central Royal'.split(' ')
const trades = 'Bakery Pharmacy Grocers Cinema Books Station Coffee Garage Sports Florist'.split(
  ' ',
)

const server = createServer(async (request, response) => {
  const { port } = server.address() as AddressInfo
  const url = new URL(request.url!, 'http://bank')
  const [, verb, rows] = url.pathname.split('/')
  if (verb === 'claim') {
    response.end(`http://rows-${rows}:a-password-of-the-bench@127.0.0.1:${port}/simplefin`)
    return
  }
  response.setHeader('content-type', 'application/json')
  if (verb === 'simplefin') {
    const [user = ''] = Buffer.from(request.headers.authorization!.slice(6), 'base64')
      .toString()
      .split(':')
    response.end(JSON.stringify(answerWindow(rowsOf(user), url.searchParams)))
    return
  }
  const body = JSON.parse((await buffer(request)).toString()) as Record<string, string>
  response.end(JSON.stringify(answerPlaid(url.pathname, body)))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

function rowsOf(token: string): number {
  return Number(/rows-(\d+)/.exec(token)![1])
}

function payeeOf(index: number): string {
  return `${names[index % 10]} ${trades[Math.floor(index / 10) % 10]}`
}

function answerWindow(count: number, query: URLSearchParams): object {
  const now = Math.floor(Date.now() / 1000)
  const start = Number(query.get('start-date'))
  const days = Math.min((Number(query.get('end-date') ?? now) - start) / DAY, WINDOW_DAYS)
  const rows = Array.from({ length: query.has('balances-only') ? 0 : count }, (_, index) => ({
    id: `${start}-${index}`,
    posted: start + Math.floor((index / count) * days) * DAY + DAY / 2,
    amount: (-(100 + (index % 9000)) / 100).toFixed(2),
    description: `${payeeOf(index).toUpperCase()} ${index % 97}`,
    payee: payeeOf(index),
  }))
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
  return { errlist: [], connections: [bank], accounts: [account] }
}

function answerPlaid(path: string, body: Readonly<Record<string, string>>): object {
  if (path === '/item/public_token/exchange') {
    // Keeps the token out of every answer.
    const token = body['public_token']!
    return { access_token: `access-rows-${rowsOf(token)}`, item_id: token.replace('rows', 'item') }
  }
  const balances = { current: 1500.5, available: null, iso_currency_code: 'EUR' }
  const account = { account_id: 'A', name: 'Everyday Checking', type: 'depository', balances }
  if (path === '/accounts/get') {
    return { accounts: [account], item: { item_id: 'item', institution_name: 'River Bank' } }
  }
  const count = rowsOf(body['access_token']!)
  const from = Number(body['cursor'] ?? 0)
  const length = Math.min(PAGE, count - from)
  return {
    added: Array.from({ length }, (_, place) => plaidRow(from + place, count)),
    modified: [],
    removed: [],
    next_cursor: String(from + length),
    has_more: from + length < count,
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  }
}

function plaidRow(index: number, count: number): object {
  const age = Math.floor(((count - 1 - index) / count) * HISTORY_DAYS)
  const date = new Date(Date.now() - age * DAY * 1000).toISOString().slice(0, 10)
  return {
    account_id: 'A',
    transaction_id: `${index}-lPNjeW1nR6CDn5okmGQ6hEpMo4lLNoSrzqDje`,
    pending_transaction_id: null,
    pending: false,
    amount: (100 + (index % 9000)) / 100,
    iso_currency_code: 'EUR',
    unofficial_currency_code: null,
    date,
    authorized_date: date,
    name: `${payeeOf(index).toUpperCase()} ${index % 97}`,
    merchant_name: payeeOf(index),
    original_description: `CARD ${payeeOf(index).toUpperCase()} ${index % 97}`,
    personal_finance_category: {
      primary: 'FOOD_AND_DRINK',
      detailed: 'FOOD_AND_DRINK_RESTAURANT',
      confidence_level: 'HIGH',
    },
  }
}
