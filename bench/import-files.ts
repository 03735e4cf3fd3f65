import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storePieces } from '#/sources/files/pieces.ts'
import { addDays, toDay } from '#/core/values/day.ts'
import { type Home, measureFirstImport, type Source } from './first-import.ts'
import { createHousehold } from './households.ts'
import type { Instance } from './instance.ts'
import { openReaders } from './reads.ts'
import { pause } from './server.ts'
import type { Line } from './table.ts'

const FROM = toDay('2016-01-01')
const DAYS = 3600
const names = ['Corner Bakery', 'North Pharmacy', 'Old Grocers', 'Blue Cinema', 'Green Books']

/** First imports of statement files. */
export async function measureImportFiles(instance: Instance): Promise<Line[]> {
  const readers = await openReaders(instance)
  const lines: Line[] = []
  for (const source of [statement('CSV', csvOf), statement('OFX', ofxOf)]) {
    lines.push(...(await measureFirstImport(instance, source, readers)))
  }
  return lines
}

function statement(name: string, write: (rows: number) => string): Source {
  return {
    name,
    env: {},
    rowsMax: Infinity,
    begin: beginUpload,
    open: async (instance, rows) => {
      const { id: householdId, accounts } = await createHousehold(instance.runtime, 1)
      const accountId = accounts[0]!
      const file = join(instance.folder, `statement-${rows}.${name}`)
      writeFileSync(file, write(rows))
      return { householdId, accountId, job: { file, accountId } }
    },
  }
}

/** As after an upload that was looked at and confirmed. */
async function beginUpload({ runtime }: Instance, { householdId, accountId, job }: Home) {
  if (!('file' in job)) throw new Error('The household has no file.')
  const bytes = readFileSync(job.file)
  const importId = runtime.newId()
  await runtime.db.transaction().execute(async (tx) => {
    const counts = { total: 0, processed: 0, added: 0, duplicates: 0, settled: 0, attempts: 0 }
    await tx
      .insertInto('imports')
      .values({
        ...counts,
        household_id: householdId,
        id: importId,
        account_id: accountId,
        file_name: 'bench',
        bytes: bytes.length,
        status: 'queued',
        mapping: '{}',
        created_at: runtime.now(),
      })
      .execute()
    await storePieces(tx, { householdId, importId }, bytes)
  })
  for (;;) {
    const { status } = await runtime.db
      .selectFrom('imports')
      .select('status')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
    if (status === 'failed') throw new Error('The import failed.')
    if (status === 'done') return
    await pause(250)
  }
}

function* rowsOf(count: number) {
  for (let n = 0; n < count; n += 1) {
    const day = addDays(FROM, Math.floor((n * DAYS) / count))
    const amount = (-(100 + ((n * 7919) % 90_000)) / 100).toFixed(2)
    yield { n, day, amount, name: `${names[n % names.length]} ${n % 200}` }
  }
}

function csvOf(count: number): string {
  const lines = [...rowsOf(count)].map(({ day, name, amount }) => `${day},${name},${amount}`)
  return `Date,Description,Amount\n${lines.join('\n')}\n`
}

function ofxOf(count: number): string {
  const lines = [...rowsOf(count)].map(({ n, day, name, amount }) => {
    const posted = `${day.replaceAll('-', '')}120000`
    return `<STMTTRN><TRNTYPE>POS<DTPOSTED>${posted}<TRNAMT>${amount}<FITID>F${n}<NAME>${name}</STMTTRN>`
  })
  return `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST>\n${lines.join('\n')}\n</BANKTRANLIST></STMTRS></OFX>\n`
}
