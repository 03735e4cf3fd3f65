import { invalidParameter, notFound, Refusal } from '#/contract/refusal.ts'
import type { Answer } from '#/contract/endpoint.ts'
import { inTransaction } from '#/database/database.ts'
import { delimiters, type Mapping } from '#/statements/csv-layout.ts'
import { createCsvRecords } from '#/statements/csv-records.ts'
import { MappingFault, StatementFault } from '#/statements/fault.ts'
import { readRows, type Source } from '#/statements/read.ts'
import type { Call, Handle } from '#/world/call.ts'
import type { importsApp } from './app-contract.ts'
import { type Destination, findDestination, findEntry } from './entry.ts'
import { createIdentifier, type Identified, kindOf } from './identify.ts'
import { judgeRows } from './judge.ts'
import { storedFile, storePieces } from './pieces.ts'
import { surveyFile, type Surveyed } from './survey.ts'

type Preview = Answer<typeof importsApp.previewImport>

/**
 * `POST /imports`: keeps the file until it is imported, and tells what that would do. Throws `invalid_parameter` for what
 * is no statement, whatever a person could say of it.
 */
export const uploadImport: Handle<typeof importsApp.uploadImport> = async (
  call,
  { query, body },
) => {
  const destination = await findDestination(call.db, query.account_id, call.caller.householdId)
  const importId = call.newId()
  const held: Source = async function* () {
    yield body
  }
  const looked = await lookAt(call, {
    source: held,
    destination,
    said: { mapping: {}, fileAccount: null },
  })
  if (!looked.isHelpable) {
    throw invalidParameter('file', looked.preview.message ?? 'The file is no statement.')
  }
  const { householdId, memberId } = call.caller
  await inTransaction(call.db, async (db) => {
    await db
      .insertInto('imports')
      .values({
        household_id: householdId,
        id: importId,
        account_id: destination.accountId,
        member_id: memberId,
        file_name: query.file_name,
        bytes: body.length,
        format: looked.preview.format,
        status: 'uploaded',
        mapping: JSON.stringify(looked.mapping),
        total: looked.preview.counts?.total ?? 0,
        processed: 0,
        added: 0,
        duplicates: 0,
        settled: 0,
        attempts: 0,
        created_at: call.now(),
      })
      .execute()
    await storePieces(db, { householdId, importId }, body)
  })
  return { ...looked.preview, id: importId }
}

/** `POST /imports/{id}/preview`: how the file is to be read from now on. */
export const previewImport: Handle<typeof importsApp.previewImport> = async (
  call,
  { params: { id }, body },
) => {
  const { householdId } = call.caller
  const found = await call.db
    .selectFrom('imports')
    .select(['account_id', 'status'])
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('id')
  if (found.status !== 'uploaded') throw new Refusal('edit_conflict')
  const destination = await findDestination(call.db, found.account_id, householdId)
  const source = storedFile(call.db, { householdId, importId: id })
  const said = { mapping: body.mapping, fileAccount: body.file_account }
  const { preview, mapping } = await lookAt(call, { source, destination, said })
  await call.db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      file_account: body.file_account,
      format: preview.format,
      total: preview.counts?.total ?? 0,
    })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('status', '=', 'uploaded')
    .execute()
  return { ...preview, id }
}

type Said = { readonly mapping: Mapping; readonly fileAccount: string | null }
type Looking = {
  readonly source: Source
  readonly destination: Destination
  readonly said: Said
}
type Looked = {
  readonly preview: Omit<Preview, 'id'>
  readonly mapping: Mapping
  /** It can be read, or could be if somebody said how. */
  readonly isHelpable: boolean
}

async function lookAt(call: Call, { source, destination, said }: Looking): Promise<Looked> {
  const nothing = { format: null, encoding: null, layout: null, account: null, accounts: [] }
  try {
    const surveyed = await surveyFile(source, destination, said)
    const { understood, account, accounts, first, mapping } = surveyed
    const counts = await countRows(call, { source, destination }, surveyed)
    const preview = {
      ...understood,
      layout: understood.layout && {
        ...understood.layout,
        header: [...understood.layout.header],
        columns: {
          ...understood.layout.columns,
          description: [...understood.layout.columns.description],
        },
      },
      account,
      accounts: [...accounts],
      message: null,
      line: null,
      counts,
      rows: first.map(({ line, bookedOn, amount, description, merchant, status }) => {
        const concept = merchant ?? description
        return { line, booked_at: bookedOn, amount, concept, status }
      }),
      sample: await sampleOf(source),
    }
    return { preview, mapping, isHelpable: true }
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const { message, line } = error
    const sample = await sampleOf(source)
    const preview = { ...nothing, message, line, counts: null, rows: [], sample }
    return { preview, mapping: said.mapping, isHelpable: error instanceof MappingFault }
  }
}

const ROWS_AT_ONCE = 2000

async function countRows(
  call: Call,
  { source, destination }: Pick<Looking, 'source' | 'destination'>,
  { understood, account }: Surveyed,
) {
  const entry = await findEntry(call.db, destination)
  const { currency } = destination
  const kind = kindOf(understood.format, understood.layout)
  const identify = createIdentifier(kind)
  const counts = { total: 0, new: 0, known: 0, alike: 0 }
  let waiting: Identified[] = []
  const work = async () => {
    const judged = await judgeRows(call, { entry, currency, kind }, waiting)
    counts.total += waiting.length
    counts.new += judged.fresh.length
    counts.known += judged.repeated + judged.settled.length
    counts.alike += judged.matched.size
    waiting = []
  }
  for await (const rows of readRows(source, understood, { currency })) {
    for (const row of rows) {
      if (row.account === account) waiting.push(identify(row))
      if (waiting.length >= ROWS_AT_ONCE) await work()
    }
  }
  if (waiting.length > 0) await work()
  return counts
}

const SAMPLE_RECORDS = 20
const SAMPLE_BYTES = 65_536

/** The first lines, cut at the delimiter that gives the most cells of them. */
async function sampleOf(source: Source): Promise<string[][]> {
  let head = ''
  for await (const bytes of source()) {
    head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString()
    break
  }
  const cut = delimiters.map((delimiter) => {
    const records: string[][] = []
    const reader = createCsvRecords(delimiter, ({ cells }) => {
      const short = cells.slice(0, 50).map((cell) => cell.slice(0, 200).toWellFormed())
      if (records.length < SAMPLE_RECORDS) records.push(short)
    })
    try {
      reader.push(head)
      reader.end()
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
    }
    return records
  })
  const size = (records: string[][]) => records.reduce((sum, { length }) => sum + length, 0)
  return cut.toSorted((a, b) => size(b) - size(a))[0]!
}
