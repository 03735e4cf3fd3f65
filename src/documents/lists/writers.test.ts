import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listZip } from '#/sources/statements/zip.ts'
import { columnsOf, headingsOf } from './columns.ts'
import { writeCsv } from './csv.ts'
import type { ListRow } from './read-list.ts'
import { writeXlsx } from './xlsx.ts'

/** Rows without an end, and how far they were read. */
function endless() {
  const seen = { rows: 0, isClosed: false }
  async function* rows(): AsyncGenerator<ListRow> {
    try {
      for (;;) {
        seen.rows += 1
        const texts = Array.from({ length: 9 }, (_, at) =>
          Math.sin(seen.rows * 9 + at).toString(36),
        )
        yield { currency: 'EUR', cells: ['2026-01-05', `${seen.rows}`, ...texts] }
      }
    } finally {
      seen.isClosed = true
    }
  }
  const table = {
    columns: columnsOf('splits'),
    headings: headingsOf('splits', 'plain'),
    rows: rows(),
  }
  async function* sheets() {
    yield { name: 'splits', ...table }
  }
  return { seen, table, sheets }
}

test('rows are read as the file is taken, and no further when its reader leaves', async () => {
  const csv = endless()
  const book = endless()
  for (const [pieces, seen, most] of [
    [writeCsv(csv.table, { bom: false }), csv.seen, 5_000],
    [writeXlsx(book.sheets()), book.seen, 20_000],
  ] as const) {
    let bytes = 0
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > 200_000) break
    }
    assert.ok(seen.rows < most, `${seen.rows} rows`)
    assert.ok(seen.isClosed)
  }
})

test('rows that do not fit a sheet follow on the next, and none is lost', async () => {
  const { table } = endless()
  async function* rows(): AsyncGenerator<ListRow> {
    for (const name of ['a', 'b', 'c', 'd', 'e']) yield { currency: 'EUR', cells: [null, name] }
  }
  async function* sheets() {
    yield { ...table, name: 'splits', rows: rows() }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeXlsx(sheets(), 3)) pieces.push(piece)
  const found: string[] = []
  for (const { name, read } of await listZip(Buffer.concat(pieces), { entriesMax: 20 })) {
    let xml = ''
    for await (const part of read()) xml += part.toString()
    const texts = [...xml.matchAll(/<c r="B[^1]"[^>]*><is><t[^>]*>(.)</g)].map(([, text]) => text)
    if (name.includes('sheet')) found.push(texts.join(''))
  }
  assert.deepEqual(found, ['ab', 'cd', 'e'])
})
