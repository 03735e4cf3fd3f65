import { crc32, deflateRawSync } from 'node:zlib'

/** A value of a cell as a test means it; how it is stored follows from its kind. */
export type CellValue =
  | null
  | string
  | number
  | boolean
  | { readonly day: string; readonly time?: number; readonly stored?: 'serial' | 'iso' | 'bare' }
  /** A formula with the value that was stored with it; null: none was. */
  | { readonly formula: string; readonly value: number | string | null }
  | { readonly runs: readonly string[] }
  | { readonly error: string }
  | { readonly raw: string }

export type SheetValues = {
  readonly name: string
  readonly rows: readonly (readonly CellValue[])[]
  readonly merges?: readonly string[]
  readonly state?: 'hidden' | 'veryHidden'
}

/** How programs write workbooks differently. */
export type WorkbookTraits = {
  readonly is1904?: boolean
  /** Texts in the cells instead of a shared list. */
  readonly inline?: boolean
  /** Cells and rows without their positions. */
  readonly unplaced?: boolean
  /** The prefix of all elements. */
  readonly prefix?: string
  /** A part without styles. */
  readonly unstyled?: boolean
  /** The format code of dates; else the built-in one with number 14. */
  readonly dateCode?: string
  /** Paths from the root of the file. */
  readonly rooted?: boolean
  readonly strict?: boolean
  readonly extra?: Readonly<Record<string, string | Buffer>>
  readonly stored?: boolean
}

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Writes a workbook of Excel 2007 and later with the traits that real exports show. */
// oxlint-disable-next-line max-lines-per-function -- the parts of one file
export function writeWorkbook(sheets: readonly SheetValues[], traits: WorkbookTraits = {}): Buffer {
  const { is1904 = false, prefix = '', rooted = false } = traits
  const p = prefix === '' ? '' : `${prefix}:`
  const main = traits.strict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = traits.strict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const xmlns = `xmlns${prefix === '' ? '' : `:${prefix}`}="${main}" xmlns:r="${office}"`
  const strings: string[] = []
  const shared = (inner: string) => {
    strings.push(`<${p}si>${inner}</${p}si>`)
    return strings.length - 1
  }
  const text = (value: string) => `<${p}t xml:space="preserve">${escape(value)}</${p}t>`
  const cell = (value: CellValue, row: number, column: number): string => {
    if (value === null) return ''
    const at = traits.unplaced ? '' : ` r="${columnName(column)}${row}"`
    const put = (type: string, inner: string, style = 0) =>
      `<${p}c${at}${style > 0 && !traits.unstyled ? ` s="${style}"` : ''}${type === '' ? '' : ` t="${type}"`}>${inner}</${p}c>`
    const v = (inner: string) => `<${p}v>${inner}</${p}v>`
    const words = (inner: string) =>
      traits.inline
        ? put('inlineStr', `<${p}is>${inner}</${p}is>`)
        : put('s', v(String(shared(inner))))
    if (typeof value === 'string') return words(text(value))
    if (typeof value === 'number') return put('', v(String(value)), 2)
    if (typeof value === 'boolean') return put('b', v(value ? '1' : '0'))
    if ('raw' in value) return put('', v(value.raw), 2)
    if ('error' in value) return put('e', v(value.error))
    if ('runs' in value) {
      return words(
        value.runs.map((run) => `<${p}r><${p}rPr><${p}b/></${p}rPr>${text(run)}</${p}r>`).join(''),
      )
    }
    if ('formula' in value) {
      const formula = `<${p}f>${escape(value.formula)}</${p}f>`
      if (value.value === null) return put('', formula, 2)
      const type = typeof value.value === 'string' ? 'str' : ''
      return put(type, formula + v(escape(String(value.value))), type === '' ? 2 : 0)
    }
    if (value.stored === 'iso') return put('d', v(`${value.day}T00:00:00`))
    const days =
      (Date.parse(value.day) - Date.parse(is1904 ? '1904-01-01' : '1899-12-30')) / 86_400_000
    return put('', v(String(days + (value.time ?? 0))), value.stored === 'bare' ? 0 : 1)
  }
  const sheetXml = ({ rows, merges = [] }: SheetValues) => {
    const lines = rows.map((cells, index) => {
      const inner = cells.map((value, column) => cell(value, index + 1, column)).join('')
      return inner === '' && !traits.unplaced
        ? ''
        : `<${p}row${traits.unplaced ? '' : ` r="${index + 1}"`}>${inner}</${p}row>`
    })
    const merged =
      merges.length === 0
        ? ''
        : `<${p}mergeCells count="${merges.length}">${merges.map((ref) => `<${p}mergeCell ref="${ref}"/>`).join('')}</${p}mergeCells>`
    return `${XML}<${p}worksheet ${xmlns}><${p}sheetData>${lines.join('')}</${p}sheetData>${merged}</${p}worksheet>`
  }
  const parts = sheets.map((sheet) => sheetXml(sheet))
  const code = traits.dateCode
  const styles = `${XML}<${p}styleSheet ${xmlns}>${code === undefined ? '' : `<${p}numFmts count="1"><${p}numFmt numFmtId="170" formatCode="${escape(code)}"/></${p}numFmts>`}<${p}cellStyleXfs count="1"><${p}xf numFmtId="14"/></${p}cellStyleXfs><${p}cellXfs count="3"><${p}xf numFmtId="0"/><${p}xf numFmtId="${code === undefined ? 14 : 170}" applyNumberFormat="1"/><${p}xf numFmtId="4"/></${p}cellXfs></${p}styleSheet>`
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const base = rooted ? '/xl/' : ''
  const links = [
    ...sheets.map((_, index) =>
      link(`rId${index + 1}`, 'worksheet', `${base}worksheets/sheet${index + 1}.xml`),
    ),
    ...(traits.unstyled ? [] : [link('rId900', 'styles', `${base}styles.xml`)]),
    ...(traits.inline ? [] : [link('rId901', 'sharedStrings', `${base}sharedStrings.xml`)]),
    `<Relationship Id="rId999" Type="${office}/externalLink" Target="http://127.0.0.1/x.xlsx" TargetMode="External"/>`,
  ]
  const names = sheets.map(
    ({ name, state }, index) =>
      `<${p}sheet name="${escape(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
  )
  return zipOf(
    {
      '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
      '_rels/.rels': `${XML}<Relationships>${link('rId1', 'officeDocument', `${rooted ? '/' : ''}xl/workbook.xml`)}</Relationships>`,
      'xl/workbook.xml': `${XML}<${p}workbook ${xmlns}><${p}workbookPr${is1904 ? ' date1904="1"' : ''}/><${p}sheets>${names.join('')}</${p}sheets></${p}workbook>`,
      'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${links.join('')}</Relationships>`,
      ...Object.fromEntries(
        parts.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml]),
      ),
      ...(traits.unstyled ? {} : { 'xl/styles.xml': styles }),
      ...(traits.inline
        ? {}
        : { 'xl/sharedStrings.xml': `${XML}<${p}sst ${xmlns}>${strings.join('')}</${p}sst>` }),
      ...traits.extra,
    },
    { stored: traits.stored ?? false },
  )
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** Writes a ZIP file. `sizes` states other sizes than the true ones, as bombs do. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  {
    stored = false,
    flags = 0,
    sizes = {},
  }: {
    readonly stored?: boolean
    /** 1: encrypted. */
    readonly flags?: number
    readonly sizes?: Readonly<Record<string, number>>
  } = {},
): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const body = stored ? bytes : deflateRawSync(bytes)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(stored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(body.length, 14)
    fields.writeUInt32LE(sizes[name] ?? bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004', 'latin1'),
      fields,
      Buffer.from(name),
    ])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
        fields,
        tail,
        Buffer.from(name),
      ]),
    )
    bodies.push(local, body)
    offset += local.length + body.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}
