import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
  assert.equal(
    look.text,
    `Read 1 rows of CSV: 0 new, 0 known already, 1 doubtful. Nothing is stored.\n${row}`,
  )
  const done = await run(...csv, '--different', '1')
  assert.deepEqual(done.json, { format: 'csv', read: 1, added: 1, duplicates: 0 })
  const again = await run(...csv, '--different', 'all')
  assert.deepEqual(again.json, { format: 'csv', read: 1, added: 0, duplicates: 1 })
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

const ofx = `OFXHEADER:100

<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>
<STMTTRN><DTPOSTED>20260302<TRNAMT>-4.50<FITID>1<NAME>Cafe</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
