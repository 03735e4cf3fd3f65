import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { budget } from '../../../../test/support/given.ts'
import { startProduct } from '../../../../test/support/product.ts'
import type { Invocation } from '#/app/cli/parsing/command.ts'
import { commands } from '#/app/cli/commands.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

const product = await startProduct({ start: '2026-03-20T10:00:00.000Z', limited: false })
const folder = await mkdtemp(join(tmpdir(), 'earmark-import-'))
after(() => rm(folder, { recursive: true }))

async function run(...line: string[]) {
  const asked = understand(line, commands)
  if (asked.kind !== 'run') throw new Error('help')
  const invocation = {
    ...asked,
    withRuntime: (work: (runtime: typeof product.runtime) => unknown) => work(product.runtime),
  } as unknown as Invocation
  return (await asked.command.run(invocation))!
}

const nothingElse = { gaps: { total: 0, first: [] }, skipped: [] }

test('a dry run shows each duplicate beside its twin; --different imports it anyway', async () => {
  const loaded = await product.household(budget)
  const account = loaded.accounts['checking']!
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return ['import', join(folder, name), '--account', account]
  }
  const bank = await write('bank.ofx', ofx)
  assert.equal((await run(...bank)).text, 'Read 1 rows of OFX: 1 added, 0 known already.')
  const csv = await write('march.csv', 'Date,Description,Amount\n2026-03-02,Tram Stop,-4.50\n')
  const look = await run(...csv, '--dry-run')
  const row =
    'row 1  line 2  2026-03-02  -4.50  Tram Stop  is taken for  “Cafe” of 2026-03-02, from bank.ofx'
  const first = 'line 2  2026-03-02  -4.50  is doubtful  Tram Stop'
  assert.equal(
    look.text,
    `Read 1 rows of CSV: 0 new, 0 known already, 1 doubtful. Nothing is stored.\n${first}\n${row}`,
  )
  const done = await run(...csv, '--different', '1')
  assert.deepEqual(done.json, { format: 'csv', read: 1, added: 1, duplicates: 0, ...nothingElse })
  const again = await run(...csv, '--different', 'all')
  assert.deepEqual(again.json, { format: 'csv', read: 1, added: 0, duplicates: 1, ...nothingElse })
  await assert.rejects(run(...csv, '--different', '1,x'), /numbers of rows/)
  const broken = await write('broken.csv', 'Date,Amount\n2026-03-02,-4.50\n2026-03-32,-1.00\n')
  await assert.rejects(run(...broken, '--dry-run'), /broken\.csv line 3: The date “2026-03-32”/)
  const text = 'Date,Description,Amount\n2026-03-02,Tea,-4.50\n2026-03-03,"Tea,-1.00\n'
  const torn = await write('torn.csv', text)
  await assert.rejects(
    run(...torn),
    /torn\.csv line 3: The quote that opens here is never closed\.$/,
  )
})

async function imported(name: string, text: string, ...options: string[]) {
  const given = await givenFile(name, text)
  return { ...given, output: await run(...given.line, ...options) }
}

/** Writes a file for a new household's current account, or for its card. */
async function givenFile(name: string, text: string, ref: 'checking' | 'visa' = 'checking') {
  const loaded = await product.household(budget)
  const account = loaded.accounts[ref]!
  await writeFile(join(folder, name), text)
  const line = ['import', join(folder, name), '--account', account]
  const stored = async () => {
    const { rows } = await sql<{ amount: number; booked_at: string; concept: string }>`
      select amount, booked_at, concept from transactions where account_id = ${account}
      order by booked_at, amount`.execute(product.db)
    return rows.map(({ amount, booked_at, concept }) => [booked_at, amount, concept])
  }
  return { line, stored, account }
}

test('the sign of spending that an option says is remembered for files with this header', async () => {
  const header = 'Date,Description,Amount\n'
  const text = `${header}2026-03-02,Noodles,62.50\n2026-03-03,Bagels,4.50\n`
  const { line, stored } = await imported('card.csv', text, '--spending', 'plus')
  await writeFile(join(folder, 'card.csv'), `${header}2026-03-04,Coffee,3.00\n`)
  await run(...line)
  assert.deepEqual(await stored(), [
    ['2026-03-02', -6250, 'Noodles'],
    ['2026-03-03', -450, 'Bagels'],
    ['2026-03-04', -300, 'Coffee'],
  ])
})

test('a file of only a header is refused with the reason', async () => {
  const { line, stored } = await givenFile('header.csv', 'Date,Description,Amount\n')
  await assert.rejects(run(...line), /header\.csv.*The file contains no transactions\./)
  await assert.rejects(run(...line, '--dry-run'), /The file contains no transactions\./)
  assert.deepEqual(await stored(), [])
})

const noodles =
  'Date,Description,Amount\n2026-03-18,Noodles,62.50\n2026-03-12,Bagels,4.50\n2026-03-11,Tea,3.00\n'

test('a card file whose sign of spending is open is refused with the option that decides', async () => {
  const { line, stored } = await givenFile('open.csv', noodles, 'visa')
  const sentence =
    /open\.csv line 2: .*so nothing is stored: with --spending plus this row is “2026-03-18 -62\.50 Noodles”, with --spending minus “2026-03-18 62\.50 Noodles”\.$/
  await assert.rejects(run(...line), sentence)
  const look = await run(...line, '--dry-run')
  assert.match(look.text, sentence)
  assert.equal(look.failed, true)
  assert.deepEqual(await stored(), [])
  await run(...line, '--spending', 'plus')
  assert.deepEqual(
    (await stored()).map(([, amount]) => amount),
    [-300, -450, -6250],
  )
  // The answer is remembered.
  const again = await run(...line)
  assert.match(again.text, /0 added, 3 known already/)
})

test('a file whose rows are known with the opposite sign is asked about, not imported', async () => {
  const rows = ['2026-03-18,Noodles,-62.50', '2026-03-12,Bagels,-4.50', '2026-03-11,Pay,900.00']
  const given = await imported('first.csv', `Date,Description,Amount\n${rows.join('\n')}\n`)
  const turned = rows.map((row) =>
    row.replace(/,(-?)(?=[\d.]+$)/, (_, minus) => (minus ? ',' : ',-')),
  )
  await writeFile(join(folder, 'second.csv'), `Day,Text,Amount\n${turned.join('\n')}\n`)
  const second = ['import', join(folder, 'second.csv'), '--account', given.account]
  await assert.rejects(
    run(...second),
    /second\.csv line 2: .*with --spending plus this row is “2026-03-18 -62\.50 Noodles”,/,
  )
  const { json } = await run(...second, '--spending', 'plus')
  assert.deepEqual([(json as { added: number }).added], [0])
})

test('rows that are not bookings are skipped and printed with their reason and lines', async () => {
  const text =
    'Date,Description,Amount,State\n2026-03-02,Tea,-1.00,COMPLETED\n2026-03-03,Cake,-2.00,PENDING\n' +
    '2026-03-04,Rent,-3.00,REVERTED\n2026-03-05,Bus,-4.00,PENDING\n2026-03-06,Pen,-5.00,COMPLETED\n'
  const { output, stored } = await imported('states.csv', text)
  assert.match(
    output.text,
    /2 added, 0 known already\.\n3 rows were skipped: 2 pending \(lines 3, 5\); 1 reverted \(line 4\)\.$/,
  )
  assert.deepEqual(
    (await stored()).map(([, , concept]) => concept),
    ['Tea', 'Pen'],
  )
  const { skipped } = output.json as { skipped: unknown }
  assert.deepEqual(skipped, [
    { reason: 'pending', count: 2, lines: [3, 5] },
    { reason: 'reverted', count: 1, lines: [4] },
  ])
})

test('bad input is refused with its line, column and reason, and nothing is stored', async () => {
  const { line, stored } = await givenFile('bad.csv', '')
  const table = 'Date,Description,Amount\n2026-03-02,Tea,-4.50\n'
  const refused = async (input: string | Buffer, sentence: RegExp) => {
    await writeFile(join(folder, 'bad.csv'), input)
    await assert.rejects(run(...line), sentence)
  }
  await refused(
    `${table}2026-03-03,Cake,-1x2\n`,
    /line 3: The amount “-1x2” in column “Amount” is not/,
  )
  await refused(
    `${table}2026-02-30,Cake,-1.00\n`,
    /line 3: The date “2026-02-30” in column “Date” does/,
  )
  await refused(
    `${table}2026-03-03,"Cake,-1.00\n2026-03-04,Pie,-2.00\n`,
    /line 3: The quote that opens/,
  )
  await refused(
    Buffer.from('PK\u0003\u0004 nothing'),
    /bad\.csv line \d+: .*(damaged|archive|cut off)/,
  )
  await refused('%PDF-1.7\n', /A PDF cannot be imported/)
  await refused(Buffer.alloc(300), /is not a text file/)
  await refused('', /The file is empty/)
  assert.deepEqual(await stored(), [])
})

test('columns are named by their header or position, and the others stay as detected', async () => {
  const text = 'Day,Shop,Sum,Other,Remark\n02.03.2026,Tram Stop,"-4,50","-9,00",tea\n'
  const named = await imported('named.csv', text, '--columns', 'date=Day,amount=Sum,payee=Shop')
  assert.deepEqual(await named.stored(), [['2026-03-02', -450, 'Tram Stop']])
  const placed = await imported('placed.csv', text, '--columns', 'date=1,amount=4,payee=5')
  assert.deepEqual(await placed.stored(), [['2026-03-02', -900, 'tea']])
  const known = 'Date,Description,Amount,Other\n2026-03-02,Tea,-4.50,-1.00\n'
  const amended = await imported('amended.csv', known, '--columns', 'amount=Other')
  assert.deepEqual(await amended.stored(), [['2026-03-02', -100, 'Tea']])
  await assert.rejects(
    run(...named.line, '--columns', 'date=Day,amount=Summe'),
    /no column “Summe”; it has/,
  )
  await assert.rejects(run(...named.line, '--columns', 'money=Sum'), /is not ROLE=COLUMN/)
})

test('the order of dates and the decimal sign are read as the options say', async () => {
  const text = 'Date;Description;Amount\n02/03/2026;Tea;-1.234\n'
  const options = ['--date-order', 'mdy', '--decimal', ',']
  const { stored } = await imported('dates.csv', text, ...options)
  assert.deepEqual(await stored(), [['2026-02-03', -123_400, 'Tea']])
})

test('every import prints the balances that do not follow from the rows', async () => {
  const text =
    'Date,Description,Amount,Balance\n2026-03-02,Tea,-1.00,99.00\n2026-03-03,Tea,-1.00,98.00\n' +
    '2026-03-04,Tea,-1.00,90.00\n2026-03-05,Tea,-1.00,89.00\n2026-03-06,Tea,-1.00,88.00\n'
  const { output } = await imported('gap.csv', text)
  assert.match(output.text, /\nline 4: the balance is 90\.00, and 97\.00 by the rows$/)
  assert.deepEqual((output.json as { gaps: unknown }).gaps, {
    total: 1,
    first: [{ line: 4, expected: 9700, stated: 9000 }],
  })
})

/** A household with two accounts, and a file that holds both and one that is not known. */
async function givenSeveral() {
  const loaded = await product.household(budget)
  const [checking, visa] = [loaded.accounts['checking']!, loaded.accounts['visa']!]
  await sql`update accounts set mask = case id when ${checking}::uuid then '0111' else '0222' end
    where id in (${checking}::uuid, ${visa}::uuid)`.execute(product.db)
  const part = (account: string, amount: string) =>
    `<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20260302<TRNAMT>${amount}<FITID>${amount}<NAME>Cafe</STMTTRN></BANKTRANLIST></STMTRS>`
  const parts = [part('990111', '-1.00'), part('990222', '-2.00'), part('990333', '-3.00')]
  const file = join(folder, 'all.ofx')
  await writeFile(file, `<OFX>${parts.join('')}</OFX>`)
  return { checking, visa, line: ['import', file, '--account', checking] }
}

test('--all-accounts imports each account of a file into the account with its last digits', async () => {
  const { visa, line } = await givenSeveral()
  const { text, json } = await run(...line, '--all-accounts')
  assert.match(text, /^account 990111: Read 1 rows of OFX: 1 added, 0 known already\.\n/)
  assert.match(text, /\naccount 990333: 1 rows left out/)
  assert.equal((json as { added: number }).added, 2)
  const { rows } = await sql`select amount from transactions where account_id = ${visa}`.execute(
    product.db,
  )
  assert.deepEqual(rows, [{ amount: -200 }])
  await assert.rejects(run(...line, '--file-account', '5'), /no account 5; it has 990111, 990222,/)
  await assert.rejects(run(...line, '--all-accounts', '--dry-run'), /goes without/)
})

test('--all-accounts stores no account if one of them cannot be stored', async () => {
  const { checking, visa, line } = await givenSeveral()
  await sql`alter table imports add constraint no_second check (file_account <> '990222') not valid`.execute(
    product.db,
  )
  await assert.rejects(run(...line, '--all-accounts'), /no_second/)
  await sql`alter table imports drop constraint no_second`.execute(product.db)
  const { rows } =
    await sql`select amount from transactions where account_id in (${checking}::uuid, ${visa}::uuid)`.execute(
      product.db,
    )
  assert.deepEqual(rows, [])
})

const ofx = `OFXHEADER:100

<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>
<STMTTRN><DTPOSTED>20260302<TRNAMT>-4.50<FITID>1<NAME>Cafe</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
