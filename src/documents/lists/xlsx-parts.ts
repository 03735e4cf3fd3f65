import type { ZipPart } from './zip.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Writes the parts of a workbook beside its sheets. They come last, because only then all sheets and formats are known. */
export async function* writeParts(
  sheets: readonly string[],
  formats: readonly string[],
): AsyncGenerator<ZipPart> {
  yield part('xl/styles.xml', stylesXml(formats))
  yield part('xl/workbook.xml', workbookXml(sheets))
  yield part('xl/_rels/workbook.xml.rels', workbookLinks(sheets))
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  yield part('[Content_Types].xml', typesXml(sheets))
}

function part(name: string, xml: string): ZipPart {
  return { name, content: once(HEAD + xml) }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

function stylesXml(formats: readonly string[]): string {
  // Own formats of numbers begin at 164.
  const own = ['yyyy\\-mm\\-dd', ...formats]
  const numbers = own.map((code, at) => {
    return `<numFmt numFmtId="${164 + at}" formatCode="${escapeXml(code)}"/>`
  })
  const cells = own.map((_, at) => {
    return `<xf numFmtId="${164 + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  })
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${numbers.join('')}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cells.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function workbookXml(sheets: readonly string[]): string {
  const list = sheets.map((name, at) => {
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`
  })
  return `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`
}

function workbookLinks(sheets: readonly string[]): string {
  const list = sheets.map((_, at) => {
    return `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`
  })
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}${styles}</Relationships>`
}

function typesXml(sheets: readonly string[]): string {
  const list = sheets.map((_, at) => {
    return `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`
  })
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${list.join('')}</Types>`
}

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for XML. Characters that XML cannot hold are written as Excel does: `_x0001_`. */
export function escapeXml(text: string): string {
  return (
    text
      .replaceAll(/_x[\da-f]{4}_/gi, (code) => `_x005F${code}`)
      // oxlint-disable-next-line no-control-regex -- finds them to escape them
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\r\ufffe\uffff]/g, (sign) => {
        return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
      .replaceAll(/[&<>"]/g, (sign) => named[sign]!)
  )
}
