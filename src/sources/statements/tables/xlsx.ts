import { StatementFault } from '#/sources/statements/fault.ts'
import { type Shown, shownBy, shownByNumber } from './cells.ts'
import { readSheet } from './sheet.ts'
import { createBudget, type Table } from './table.ts'
import { attribute, decodeEscapes, readPart } from './xml-part.ts'
import { openParts, type Parts } from './parts.ts'

/** A sheet that is read when it is asked for. */
export type Sheet = { readonly name: string; readonly read: () => Promise<Table> }

const SHEETS_MAX = 100
const STRINGS_MAX = 2_000_000
const CHARACTERS_MAX = 48 * 1024 * 1024

/**
 * Opens a workbook of Excel 2007 or later (XLSX). Formulas count by the value that was stored with them and are never
 * worked out, links to other files are not followed, and macros are not looked at. Visible sheets come first. Throws
 * StatementFault for other ZIP files, and for workbooks with a password.
 */
export async function openWorkbook(bytes: Buffer): Promise<readonly Sheet[]> {
  const parts = await openParts(bytes)
  const path = await workbookPath(parts)
  const links = await readLinks(parts, relationsOf(path))
  const { sheets, is1904 } = await readWorkbook(parts, path)
  const find = (kind: string) => [...links.values()].find(({ type }) => type === kind)?.target
  const strings = await readStrings(parts, find('sharedStrings'))
  const styles = await readStyles(parts, find('styles'))
  const shared = { strings, styles, is1904 }
  const budget = createBudget()
  const found = sheets.flatMap(({ name, link, isHidden }) => {
    const target = links.get(link)
    return target?.type === 'worksheet' && parts.has(target.target)
      ? [{ name, isHidden, part: target.target }]
      : []
  })
  if (found.length === 0) throw new StatementFault(null, { name: 'workbook_damaged' })
  const ordered = [...found.filter((one) => !one.isHidden), ...found.filter((one) => one.isHidden)]
  return ordered.map(({ name, part }) => {
    return { name, read: () => readSheet({ parts, name, part, shared, budget }) }
  })
}

type Link = { readonly type: string; readonly target: string }

/** Finds the workbook among the parts, and says what else the file is without one. */
async function workbookPath(parts: Parts): Promise<string> {
  const links = parts.has('_rels/.rels') ? await readLinks(parts, '_rels/.rels') : new Map()
  const office = [...links.values()].find(({ type }) => type === 'officeDocument')?.target
  const path = office ?? 'xl/workbook.xml'
  if (path.endsWith('.bin')) throw new StatementFault(null, { name: 'legacy_workbook' })
  // Texts and slides of Office are ZIP files as well, and so are the files of other office programs.
  if (/^(?:word|ppt)\//.test(path)) throw new StatementFault(null, { name: 'other_kind' })
  const isOther = parts.has('content.xml') || parts.has('index/document.iwa')
  if (!parts.has(path)) throw new StatementFault(null, { name: isOther ? 'other_kind' : 'archive' })
  return path
}

function relationsOf(path: string): string {
  const at = path.lastIndexOf('/') + 1
  return `${path.slice(0, at)}_rels/${path.slice(at)}.rels`
}

/** Reads which parts belong together. Links that lead out of the file are left out. */
async function readLinks(parts: Parts, name: string): Promise<Map<string, Link>> {
  const links = new Map<string, Link>()
  if (!parts.has(name)) return links
  const folder = name.replace(/_rels\/[^/]*$/, '')
  await readPart(parts, name, (token) => {
    if (token.kind !== 'open' || token.name !== 'Relationship') return
    const get = (key: string) => attribute(token.attributes, key) ?? ''
    if (get('TargetMode') === 'External') return
    const type = get('Type').replace(/^.*\//, '')
    links.set(get('Id'), { type, target: resolve(folder, get('Target')) })
  })
  return links
}

/** Resolves a path inside the file: from its root, or from the folder of the part that names it. */
function resolve(folder: string, target: string): string {
  const whole = target.startsWith('/') ? target : `${folder}${target}`
  const names: string[] = []
  for (const name of whole.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

type SheetEntry = { readonly name: string; readonly link: string; readonly isHidden: boolean }

async function readWorkbook(parts: Parts, path: string) {
  const sheets: SheetEntry[] = []
  let is1904 = false
  await readPart(parts, path, (token) => {
    if (token.kind !== 'open') return
    const get = (key: string) => attribute(token.attributes, key)
    if (token.name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(get('date1904') ?? '')
    if (token.name !== 'sheet' || sheets.length >= SHEETS_MAX) return
    const isHidden = /hidden/i.test(get('state') ?? '')
    sheets.push({ name: get('name') ?? '', link: get('id') ?? '', isHidden })
  })
  return { sheets, is1904 }
}

/** Reads the texts that cells share. Formatted runs are put together; readings of East Asian signs are left out. */
async function readStrings(parts: Parts, name: string | undefined): Promise<readonly string[]> {
  const strings: string[] = []
  if (name === undefined || !parts.has(name)) return strings
  let current = ''
  let characters = 0
  let inText = false
  let inReading = false
  await readPart(parts, name, (token) => {
    if (token.kind === 'text') {
      if (inText && !inReading) current += token.text
    } else if (token.name === 't') inText = token.kind === 'open'
    else if (token.name === 'rPh') inReading = token.kind === 'open'
    else if (token.name === 'si' && token.kind === 'open') current = ''
    else if (token.name === 'si') {
      characters += current.length
      if (strings.length >= STRINGS_MAX || characters > CHARACTERS_MAX) {
        throw new StatementFault(null, { name: 'unpacks_too_large' })
      }
      strings.push(decodeEscapes(current))
    }
  })
  return strings
}

/** Reads how each style of a cell shows numbers: as they are, as dates or as times. */
async function readStyles(parts: Parts, name: string | undefined): Promise<readonly Shown[]> {
  const styles: Shown[] = []
  if (name === undefined || !parts.has(name)) return styles
  const codes = new Map<number, Shown>()
  let inCells = false
  await readPart(parts, name, (token) => {
    if (token.kind === 'text') return
    if (token.name === 'cellXfs') inCells = token.kind === 'open'
    if (token.kind === 'close') return
    const id = Number(attribute(token.attributes, 'numFmtId') ?? 0)
    if (token.name === 'numFmt') {
      codes.set(id, shownBy(attribute(token.attributes, 'formatCode') ?? ''))
    } else if (token.name === 'xf' && inCells) styles.push(codes.get(id) ?? shownByNumber(id))
  })
  return styles
}
