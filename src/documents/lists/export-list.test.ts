import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenHostile, hostileNames } from '../../../test/support/given-hostile.ts'
import { startProduct } from '../../../test/support/product.ts'
import { unguardCell } from '#/core/values/formula-guard.ts'
import { parseMoney, currencyDigits } from '#/core/values/money.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { transactions } from '#/budget/transactions/contract.ts'
import { importNow } from '#/sources/files/at-once/import-now.ts'
import { createCsvRecords } from '#/sources/statements/csv/records.ts'
import { transactionColumns } from '#/sources/statements/csv/own-export.ts'
import { listZip } from '#/sources/statements/zip.ts'

const product = await startProduct({ start: '2026-01-20T10:00:00Z', limited: false })
const ada = await givenHostile(product, 7)

/** Reads CSV by the reader of statements. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = []
  const records = createCsvRecords(',', ({ cells }) => rows.push(cells))
  records.push(text)
  records.end()
  return rows
}

async function tableOf(query: string) {
  const [head = [], ...rows] = cellsOf((await ada.file(`/list-export?${query}`)).toString())
  return rows.map((cells) => {
    return Object.fromEntries(head.map((name, at) => [name, unguardCell(cells[at] ?? '')]))
  })
}

async function shown(query: object = {}) {
  const api = ada.member.client(transactions)
  return (await api.listTransactions({ query: { limit: 200, ...query } })).data
}

test('CSV has every visible transaction in the order of the screen, and gives each text back', async () => {
  const rows = await tableOf('format=csv')
  const listed = await shown()
  assert.deepEqual(
    rows.map(({ id, day, payee, amount, currency, notes, type, status, account_id }) => ({
      id,
      day,
      payee,
      cents: parseMoney(amount!, currencyDigits(currency!)),
      notes,
      type,
      status,
      account_id,
    })),
    listed.map((row) => ({
      id: row.id,
      day: row.booked_at,
      payee: row.concept.replace('\u0007', '␇'),
      cents: row.amount,
      notes: (row.notes ?? '').replace('\u0007', '␇'),
      type: row.type,
      status: row.status,
      account_id: row.account_id,
    })),
  )
  assert.deepEqual(Object.keys(rows[0]!), [...transactionColumns])
  const isOut = rows.every(({ payee }) => payee !== 'Deleted' && payee !== 'Hidden')
  assert.ok(isOut)
})

test('no cell of CSV or of a workbook begins as a formula does, and amounts stay numbers', async () => {
  const text = (await ada.file('/list-export?format=csv')).toString()
  const [head = [], ...rows] = cellsOf(text)
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      if (head[at] === 'amount') assert.match(cell, /^-?\d+(\.\d+)?$/)
      else assert.doesNotMatch(cell, /^\s*[=+\-@\t\r]/, `${head[at]}: ${cell}`)
    }
  }
  const sheet = await partOf(await ada.file('/list-export?format=xlsx'), 'sheet1.xml')
  assert.doesNotMatch(sheet, /<f>|<f /)
  assert.doesNotMatch(sheet, /<t [^>]*>\s*[=+\-@]/)
  assert.match(sheet, /<c r="F2" s="\d+"><v>-?[\d.]+<\/v><\/c>/)
})

async function partOf(bytes: Buffer, name: string): Promise<string> {
  const entry = (await listZip(bytes, { entriesMax: 20 })).find((one) => one.name.endsWith(name))!
  const parts: Buffer[] = []
  for await (const part of entry.read()) parts.push(part)
  return Buffer.concat(parts).toString()
}

for (const [format, headings] of [
  ['csv', 'plain'],
  ['csv', 'de'],
  ['csv', 'es'],
  ['csv', 'en'],
  ['xlsx', 'plain'],
] as const) {
  test(`what was exported as ${format} with ${headings} headings comes back with 0 new rows`, async () => {
    const bytes = await ada.file(`/list-export?format=${format}&headings=${headings}`)
    const known = await shown()
    for (const account of await ada.member.client(accounts).listAccounts({})) {
      const own = known.filter((row) => row.account_id === account.id && row.status === 'booked')
      const report = await importNow(product.runtime, {
        source: async function* () {
          yield bytes
        },
        fileName: `export.${format}`,
        bytes: bytes.length,
        accountId: account.id,
        fileAccount: null,
      })
      assert.deepEqual(
        { added: report.added, duplicates: report.duplicates },
        { added: 0, duplicates: own.length },
        account.name,
      )
    }
    assert.equal((await shown()).length, known.length)
  })
}

test('a list has the rows that its screen shows for each filter and search', async () => {
  const [food] = [ada.categories['food']!]
  for (const query of [
    { type: 'income' },
    { category_id: food },
    { without_category: 'true' },
    { expense_goal_id: ada.expenses['party']! },
    { account_id: ada.accounts['eur']!, from: '2025-06-01', to: '2025-08-01' },
    { search: 'coffee' },
  ]) {
    const rows = await tableOf(`format=csv&${new URLSearchParams(query).toString()}`)
    const ids = (await shown(query)).map(({ id }) => id)
    assert.ok(ids.length > 0, JSON.stringify(query))
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
      JSON.stringify(query),
    )
  }
})

test('the parts of split payments add up to them, in a list of their own', async () => {
  const parts = await tableOf('format=csv&list=splits')
  const split = (await shown()).filter(({ splits }) => splits.length > 0)
  const sums = Map.groupBy(parts, ({ transaction_id }) => transaction_id)
  assert.equal(sums.size, split.length)
  for (const { id, amount, currency } of split) {
    const sum = sums.get(id)!.reduce((total, part) => {
      return total + (parseMoney(part['amount']!, currencyDigits(currency)) as number)
    }, 0)
    assert.equal(sum, amount)
  }
})

test('a byte order mark is written if asked for, and headings in a language', async () => {
  const text = (await ada.file('/list-export?format=csv&bom=true&headings=de')).toString()
  assert.ok(text.startsWith('\uFEFFTag,Empfänger,Kategorie,'))
})

test('a search that is not understood, and a filter that a list lacks, are refused by name', async () => {
  const ask = async (query: string) => {
    const { status, body } = await ada.member.request('GET', `/list-export?format=csv&${query}`)
    return [status, body.error.code, body.error.param]
  }
  assert.deepEqual(await ask('search=in:nowhere'), [400, 'invalid_parameter', 'search'])
  assert.deepEqual(await ask('list=accounts&type=income'), [400, 'invalid_parameter', 'type'])
  assert.deepEqual(await ask('list=ledger&search=x'), [400, 'invalid_parameter', 'search'])
  assert.deepEqual(await ask('from=2026-02-01&to=2026-01-01'), [400, 'invalid_parameter', 'from'])
})

test('every hostile name is in the household that is exported', async () => {
  const all = JSON.stringify(await shown())
  for (const name of hostileNames) assert.ok(all.includes(JSON.stringify(name).slice(1, -1)), name)
})
