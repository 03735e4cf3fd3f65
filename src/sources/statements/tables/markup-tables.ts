import { StatementFault } from '#/sources/statements/fault.ts'
import { createMarkup, type Token } from '#/sources/statements/markup/markup.ts'
import { isoDate, numberText } from './cells.ts'
import { createDatedColumns } from './dated-columns.ts'
import { type Cell, createBudget, EMPTY, packRow, type Table } from './table.ts'
import { attribute } from './xml-part.ts'

type OpenTable = {
  readonly name: string
  readonly rows: { readonly line: number; readonly packed: string }[]
  cells: Cell[]
  line: number
  /** The text of the open cell; null outside of one. */
  text: string | null
  kind: Cell['kind']
  /** Columns that the open cell takes up, and rows below that cells above take up, by column. */
  span: number
  rowsBelow: number
  readonly taken: Map<number, { rows: number; value: Cell }>
  readonly dated: ReturnType<typeof createDatedColumns>
}

const TABLES_MAX = 500
const DEPTH_MAX = 50
const SPAN_MAX = 1000

/**
 * Reads the tables of a page of HTML, which many banks call `.xls`, and the sheets of Excel 2003's XML, piece by piece.
 * Tables inside the cells of others are tables of their own. Scripts, styles and formulas are not looked at.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createMarkupTables({ isHtml }: { readonly isHtml: boolean }) {
  const tables: Table[] = []
  const open: OpenTable[] = []
  const budget = createBudget()
  let hidden: string | null = null
  let sheet = ''
  let count = 0

  const endCell = (table: OpenTable) => {
    if (table.text === null) return
    const text = table.text.replaceAll(/\s+/g, ' ').trim()
    table.text = null
    const at = table.cells.length
    const value = table.dated.read(at, readTyped(table.kind, text))
    for (let extra = 0; extra < table.span; extra += 1) {
      table.cells.push(extra === 0 ? value : EMPTY)
      if (table.rowsBelow > 0 && extra === 0) {
        table.taken.set(at, { rows: table.rowsBelow, value: isHeader(value) ? value : EMPTY })
      }
    }
    skipTaken(table)
  }
  /** Fills the columns that cells above reach down into. */
  const skipTaken = (table: OpenTable) => {
    for (;;) {
      const at = table.cells.length
      const taken = table.taken.get(at)
      if (!taken) return
      table.cells.push(taken.value)
      taken.rows -= 1
      if (taken.rows === 0) table.taken.delete(at)
    }
  }
  const endRow = (table: OpenTable) => {
    endCell(table)
    const row = packRow(table.line, table.cells, budget)
    // Two rows of one line of the file still are two rows.
    const line = Math.max(table.line, (table.rows.at(-1)?.line ?? 0) + 1)
    if (row) table.rows.push({ ...row, line })
    table.cells = []
  }
  const endTable = () => {
    const table = open.pop()
    if (!table) return
    endRow(table)
    if (table.rows.length > 0) tables.push({ name: table.name, rows: table.rows })
  }
  const opens = (tag: string, { attributes, line }: Token & { kind: 'open' }) => {
    if (tag === 'worksheet') sheet = attribute(attributes, 'Name') ?? ''
    if (tag === 'table') {
      count += 1
      if (count > TABLES_MAX || open.length >= DEPTH_MAX) {
        throw new StatementFault(line, { name: 'nested_too_deep' })
      }
      open.push({
        name: sheet || String(count),
        rows: [],
        line,
        ...closed(),
        taken: new Map(),
        dated: createDatedColumns(false),
      })
    }
    const table = open.at(-1)
    if (!table) return
    if (tag === 'tr' || tag === 'row') {
      endRow(table)
      table.line = line
      skipTaken(table)
    } else if (tag === 'td' || tag === 'th' || tag === 'cell') {
      endCell(table)
      const index = Number(attribute(attributes, 'Index') ?? 0)
      if (tag === 'cell' && index > SPAN_MAX)
        throw new StatementFault(line, { name: 'too_many_columns' })
      while (tag === 'cell' && table.cells.length < index - 1) table.cells.push(EMPTY)
      table.text = ''
      table.kind = 'text'
      const across = Number(attribute(attributes, 'MergeAcross') ?? 0) + 1
      table.span = spanOf(attribute(attributes, 'colspan') ?? String(across))
      table.rowsBelow = spanOf(attribute(attributes, 'rowspan') ?? '1') - 1
    } else if (tag === 'data' && table.text !== null) {
      table.kind = kinds.get(attribute(attributes, 'Type') ?? '') ?? 'text'
    } else if (breaks.has(tag) && table.text !== null) table.text += ' '
  }
  const closes = (tag: string) => {
    const table = open.at(-1)
    if (!table) return
    if (tag === 'table') endTable()
    else if (tag === 'tr' || tag === 'row') endRow(table)
    else if (tag === 'td' || tag === 'th' || tag === 'cell') endCell(table)
  }
  const markup = createMarkup(
    (token) => {
      if (token.kind === 'text') {
        const table = open.at(-1)
        if (hidden === null && table && table.text !== null) table.text += token.text
        return
      }
      const tag = token.name.toLowerCase()
      if (hidden !== null) {
        if (token.kind === 'close' && tag === hidden) hidden = null
      } else if (token.kind === 'open' && hiddens.has(tag)) hidden = tag
      else if (token.kind === 'open') opens(tag, token)
      else closes(tag)
    },
    { isHtml, keepsBlanks: true },
  )
  return {
    push: markup.push,
    /** Returns the tables in the order of their ends. */
    end: (): readonly Table[] => {
      markup.end()
      if (open.length > 0) throw new StatementFault(open[0]!.line, { name: 'breaks_off' })
      return tables
    },
  }
}

function closed() {
  return { cells: [], text: null, kind: 'text' as const, span: 1, rowsBelow: 0 }
}

const hiddens = new Set(['script', 'style', 'title', 'comment', 'phonetictext'])
const breaks = new Set(['br', 'p', 'div', 'li'])
const kinds = new Map<string, Cell['kind']>([
  ['Number', 'number'],
  ['DateTime', 'date'],
])

function readTyped(kind: Cell['kind'], text: string): Cell {
  if (kind === 'number') return { kind, text: numberText(text) }
  return (kind === 'date' ? isoDate(text) : null) ?? { kind: 'text', text }
}

function spanOf(text: string): number {
  const span = Number(text)
  return Number.isInteger(span) && span >= 1 ? Math.min(span, SPAN_MAX) : 1
}

/** Headers of two lines name their columns in the second as well; amounts and days are not repeated. */
function isHeader({ text }: Cell): boolean {
  return text !== '' && !/\d/.test(text)
}
