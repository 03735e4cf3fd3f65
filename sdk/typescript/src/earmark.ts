import { createSend, type ReadOptions } from './call.ts'
import { Expenses } from './expenses.ts'
import {
  AccountsCalls,
  AnalyticsCalls,
  CategoriesCalls,
  ConnectionsCalls,
  FundingSchedulesCalls,
  KeyCalls,
  SettingsCalls,
  SyncCalls,
} from './generated/operations.ts'
import { pause, type Sending } from './send.ts'
import { Transactions } from './transactions.ts'
import { Webhooks } from './webhooks.ts'

export type EarmarkOptions = Pick<ReadOptions, 'timeout' | 'attempts' | 'longestWait'> & {
  /** The address of the server, with or without `/v1`: `https://budget.example`. */
  readonly url: string | URL
  /** A personal API key: `em_live_…`. */
  readonly key: string
  /** In place of the platform's `fetch`, for a proxy or for tests. */
  readonly fetch?: Sending['fetch']
  /** In place of the platform's timer, for tests. */
  readonly wait?: Sending['wait']
  /**
   * Reads whose answers are kept, by address; default 0. A read that is repeated then asks whether anything has changed,
   * and the server sends the answer again only if something has.
   */
  readonly keepAnswers?: number | undefined
}

/** The client: a group of operations for each part of the API. */
export class Earmark {
  readonly key: KeyCalls
  readonly accounts: AccountsCalls
  readonly connections: ConnectionsCalls
  readonly transactions: Transactions
  readonly expenses: Expenses
  readonly categories: CategoriesCalls
  readonly fundingSchedules: FundingSchedulesCalls
  readonly settings: SettingsCalls
  readonly analytics: AnalyticsCalls
  readonly sync: SyncCalls
  readonly webhooks: Webhooks

  constructor({ url, key, fetch, wait, keepAnswers = 0, ...defaults }: EarmarkOptions) {
    const send = createSend({
      base: readUrl(url),
      key: readKey(key),
      fetch: fetch ?? ((request, init) => globalThis.fetch(request, init)),
      wait: wait ?? pause,
      defaults,
      keepAnswers,
    })
    this.key = new KeyCalls(send)
    this.accounts = new AccountsCalls(send)
    this.connections = new ConnectionsCalls(send)
    this.transactions = new Transactions(send)
    this.expenses = new Expenses(send)
    this.categories = new CategoriesCalls(send)
    this.fundingSchedules = new FundingSchedulesCalls(send)
    this.settings = new SettingsCalls(send)
    this.analytics = new AnalyticsCalls(send)
    this.sync = new SyncCalls(send)
    this.webhooks = new Webhooks(send)
  }
}

/** The address of the API. Throws without repeating the given text, in which a key may have ended up. */
function readUrl(given: string | URL): string {
  const url = parse(given)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError('`url` must be the address of an Earmark server: https://budget.example')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new TypeError('`url` must have no name, password, query or fragment.')
  let path = url.pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`
}

function parse(given: string | URL): URL | null {
  try {
    return new URL(given)
  } catch {
    return null
  }
}

/** Throws without repeating the given text. */
function readKey(given: string): string {
  if (typeof given !== 'string' || given.trim() === '')
    throw new TypeError('`key` is missing: give a personal API key, em_live_…')
  const key = given.trim()
  if (/^em_live_[0-9A-Za-z]{56}$/.test(key)) return key
  const fault = key.startsWith('em_live_')
    ? `has ${key.length} characters instead of 64, or others than letters and digits`
    : 'does not begin with em_live_'
  throw new TypeError(`\`key\` is not an API key of Earmark: it ${fault}.`)
}
