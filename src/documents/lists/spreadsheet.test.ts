import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import * as z from 'zod'
import { givenHostile } from '../../../test/support/given-hostile.ts'
import { startProduct } from '../../../test/support/product.ts'
import { createCsvRecords } from '#/sources/statements/csv/records.ts'

// Workbooks as a reader sees them that shares no code with ours: openpyxl, of Debian (`python3-openpyxl`).

const READ = `
import datetime, io, json, sys
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape
def plain(cell):
    if isinstance(cell.value, datetime.datetime): return ['day', cell.value.date().isoformat()]
    if cell.data_type == 'n': return ['', ''] if cell.value is None else ['number', repr(cell.value)]
    return ['text' if cell.data_type in ('s', 'inlineStr') else cell.data_type, unescape(cell.value)]
book = load_workbook(io.BytesIO(sys.stdin.buffer.read()))
print(json.dumps({sheet.title: [[plain(cell) for cell in row] for row in sheet.iter_rows()] for sheet in book}))
`
const commands = ['python3', '/usr/bin/python3']
const python = commands.find((one) => spawnSync(one, ['-c', 'import openpyxl']).status === 0)
const skip = python === undefined ? 'openpyxl is not installed' : false

const workbook = z.record(z.string(), z.array(z.array(z.tuple([z.string(), z.string()]))))

function readByOthers(bytes: Buffer) {
  const { status, stdout, stderr } = spawnSync(python!, ['-c', READ], { input: bytes })
  assert.equal(status, 0, String(stderr))
  return workbook.parse(JSON.parse(String(stdout)))
}

test(
  'another reader finds in a workbook what CSV has: texts, numbers and days',
  { skip },
  async () => {
    const product = await startProduct({ start: '2026-01-20T10:00:00Z', limited: false })
    const ada = await givenHostile(product, 7)
    for (const list of ['transactions', 'splits', 'ledger']) {
      const rows: (readonly string[])[] = []
      const records = createCsvRecords(',', ({ cells }) => rows.push(cells))
      records.push((await ada.file(`/list-export?format=csv&list=${list}`)).toString())
      records.end()
      const [head = [], ...lines] = rows
      assert.ok(lines.length > 0)
      const sheets = readByOthers(await ada.file(`/list-export?format=xlsx&list=${list}`))
      const [headings = [], ...found] = Object.values(sheets)[0]!
      assert.deepEqual(
        headings.map(([, text]) => text),
        head,
      )
      for (const [at, cells] of found.entries()) {
        for (const [column, [kind, value]] of cells.entries()) {
          const name = head[column]!
          const wanted = lines[at]![column]!
          if (kind === 'number') assert.equal(Number(value), Number(wanted), `${name} ${at}`)
          // A text file has pictures of control characters.
          else assert.equal(value.replace('\u0007', '␇'), wanted, `${name} ${at}`)
          const expected = name === 'day' ? 'day' : name === 'amount' ? 'number' : 'text'
          assert.ok(kind === expected || value === '', `${name} ${at} is a ${kind}`)
        }
      }
      assert.equal(found.length, lines.length)
    }
  },
)
