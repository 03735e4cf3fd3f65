import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { givenHostile } from '../../../test/support/given-hostile.ts'
import { startProduct } from '../../../test/support/product.ts'
import { currencyDigits, parseMoney } from '#/core/values/money.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'

const product = await startProduct({ start: '2026-01-20T10:00:00Z', limited: false })
const folder = mkdtempSync(join(tmpdir(), 'earmark-journal-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const skipHledger = has('hledger') ? false : 'hledger is not installed'
const skipBeancount = has('bean-check') ? false : 'bean-check is not installed'
const utf8 = { ...process.env, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' }

function run(program: string, words: readonly string[]): string {
  const ran = spawnSync(program, words, { encoding: 'utf8', env: utf8 })
  assert.equal(ran.status, 0, `${program} ${words.join(' ')}\n${ran.stdout}${ran.stderr}`)
  return ran.stdout
}

/** Writes a journal of a household into a file. */
async function journalOf(ada: Awaited<ReturnType<typeof givenHostile>>, query: string) {
  const bytes = await ada.file(`/journal-export?${query}`)
  const file = join(folder, query.includes('hledger') ? 'x.journal' : 'x.beancount')
  writeFileSync(file, bytes)
  return { file, text: bytes.toString() }
}

/** The sums of accounts by what `hledger balance` says, in minor units. */
function balancesIn(csv: string): ReadonlyMap<string, number> {
  const lines = csv.trim().split('\n').slice(1)
  return new Map(
    lines.flatMap((line) => {
      const [account = '', sum = ''] = line.slice(1, -1).split('","')
      if (!/^(assets|liabilities):/.test(account)) return []
      const [amount = '0', currency = 'EUR'] = sum.split(' ')
      return [[account, parseMoney(amount, currencyDigits(currency)) as number] as const]
    }),
  )
}

const sorted = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b)

for (const seed of [1, 2, 3]) {
  test(
    `hledger finds a strict journal whose balances are the accounts' own (seed ${seed})`,
    { skip: skipHledger },
    async () => {
      const ada = await givenHostile(product, seed)
      const { file } = await journalOf(ada, 'format=hledger')
      run('hledger', ['-f', file, 'check', '--strict', 'ordereddates'])
      const said = run('hledger', ['-f', file, 'balance', '--flat', '--empty', '-N', '-O', 'csv'])
      const own = await ada.member.client(accounts).listAccounts({})
      assert.deepEqual(sorted(balancesIn(said).values()), sorted(own.map(({ balance }) => balance)))
    },
  )

  test(
    `Beancount finds no fault in a journal (seed ${seed})`,
    { skip: skipBeancount },
    async () => {
      const ada = await givenHostile(product, seed)
      const { file, text } = await journalOf(ada, 'format=beancount')
      run('bean-check', [file])
      const own = await ada.member.client(accounts).listAccounts({})
      const checked = [...text.matchAll(/ balance \S+ {2}(\S+) (\S+)$/gm)].map(
        ([, amount, code]) => {
          return parseMoney(amount!, currencyDigits(code!)) as number
        },
      )
      assert.deepEqual(sorted(checked), sorted(own.map(({ balance }) => balance)))
    },
  )
}

test('every entry adds up to zero, and a transfer between accounts is one entry', async () => {
  const ada = await givenHostile(product, 4)
  const { text } = await journalOf(ada, 'format=hledger')
  const entries = text.split('\n\n').filter((entry) => /^\d{4}-/.test(entry))
  for (const entry of entries) {
    const sums = new Map<string, number>()
    for (const [, amount, code] of entry.matchAll(/^ {4}(?!;).+? {2}(-?[\d.]+) (\w{3})/gm)) {
      const cents = parseMoney(amount!, currencyDigits(code!)) as number
      sums.set(code!, (sums.get(code!) ?? 0) + cents)
    }
    assert.ok(
      [...sums.values()].every((sum) => sum === 0),
      entry,
    )
  }
  const transfers = entries.filter((entry) => entry.includes('=To joint'))
  assert.equal(transfers.length, 3)
  for (const entry of transfers) assert.match(entry, /other-id: /)
  assert.doesNotMatch(text, /^.*@From mine.*$/m)
  assert.doesNotMatch(text, /Deleted|Hidden/)
})

test('the postings of a Beancount journal add up to the balances that it states', async () => {
  const ada = await givenHostile(product, 8)
  const { text } = await journalOf(ada, 'format=beancount&from=2025-02-01')
  const sums = new Map<string, bigint>()
  for (const entry of text.split('\n\n')) {
    let left = 0n
    for (const [, account, amount] of entry.matchAll(/^ {2}([A-Z]\S+) {2}(-?[\d.]+) \w{3}$/gm)) {
      const units = BigInt(amount!.replace('.', ''))
      sums.set(account!, (sums.get(account!) ?? 0n) + units)
      left += units
    }
    assert.equal(left, 0n, entry)
  }
  const stated = [...text.matchAll(/^\S+ balance (\S+) {2}(-?[\d.]+) \w{3}$/gm)]
  assert.equal(stated.length, 6)
  for (const [line, account, amount] of stated) {
    assert.equal(sums.get(account!), BigInt(amount!.replace('.', '')), line)
  }
  assert.equal(
    [...sums.values()].reduce((all, sum) => all + sum, 0n),
    0n,
  )
})

test('a journal of a year begins and ends with what the accounts held then', async () => {
  const ada = await givenHostile(product, 5)
  const { text } = await journalOf(ada, 'format=hledger&from=2025-03-01&to=2025-12-31')
  const listed = await ada.member.client(transactions).listTransactions({ query: { limit: 200 } })
  const own = await ada.member.client(accounts).listAccounts({})
  const heldBefore = (day: string) =>
    own.map(({ id, balance }) => {
      const later = listed.data.filter((row) => row.account_id === id && row.booked_at >= day)
      return later.reduce((left, row) => left - row.amount, balance)
    })
  const sums = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, amount, code]) => {
      return parseMoney(amount!, currencyDigits(code!)) as number
    })
  const opened = sums(/Opening balance\n {4}.+? {2}(-?[\d.]+) (\w{3})/g)
  const closed = sums(/ = (-?[\d.]+) (\w{3})$/gm)
  assert.deepEqual(sorted(opened), sorted(heldBefore('2025-03-01')))
  assert.deepEqual(sorted(closed), sorted(heldBefore('2026-01-01')))
  // The other side arrives after the end, so the money is on its way.
  assert.equal(text.match(/=To joint/g)?.length, 3)
  assert.equal(text.match(/ {4}equity:Transfers {2}/g)?.length, 1)
  if (skipHledger === false) run('hledger', ['-f', join(folder, 'x.journal'), 'check', '--strict'])
})

test('a journal of one account balances, and one of no account here is refused', async () => {
  const ada = await givenHostile(product, 6)
  const { file } = await journalOf(ada, `format=hledger&account_id=${ada.accounts['eur']!}`)
  if (skipHledger === false)
    execFileSync('hledger', ['-f', file, 'check', '--strict'], { env: utf8 })
  const refused = await ada.member.request(
    'GET',
    `/journal-export?format=hledger&account_id=${product.runtime.newId()}`,
  )
  assert.equal(refused.status, 404)
  const filtered = await ada.member.request('GET', '/journal-export?format=hledger&search=x')
  assert.deepEqual([filtered.status, filtered.body.error.param], [400, 'search'])
})
