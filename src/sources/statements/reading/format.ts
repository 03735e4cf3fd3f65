import { StatementFault } from '#/sources/statements/fault.ts'
import type { Format } from '#/sources/statements/statement.ts'

/** The format shows within so many characters. */
export const HEAD_CHARACTERS = 4096

/** Detects the format from the beginning of the text, not from the file's name. Throws StatementFault for other formats. */
export function formatOf(head: string): Format {
  const text = head
    .replace(/^\uFEFF/, '')
    .replace('\u0001', '')
    .trimStart()
  if (text === '') throw new StatementFault(null, { name: 'empty' })
  if (/^OFXHEADER\s*[:=]/i.test(text) || /<OFX[\s>]/i.test(text) || /<\?OFX\b/i.test(text))
    return 'ofx'
  const camt = /camt\.(05[2-4])\.001/.exec(text)?.[1]
  if (camt === '052' || /<(?:\w+:)?BkToCstmrAcctRpt[\s>]/.test(text)) return 'camt.052'
  if (camt === '053' || /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text)) return 'camt.053'
  if (camt === '054' || /<(?:\w+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(text)) return 'camt.054'
  if (/^<[?!A-Za-z]/.test(text)) return markupOf(text)
  const swift = swiftOf(text)
  if (swift !== null) return swift
  if (/^(?:PK|\{|\[)/.test(text)) throw new StatementFault(1, { name: 'other_kind' })
  if (/^!\s?(?:Type|Account|Option|Clear)\b/i.test(text)) return 'qif'
  return 'csv'
}

/** Tells Excel 2003's XML and pages of HTML from other markup. */
function markupOf(text: string): Format {
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(text)) return 'xls'
  if (
    /<(?:!doctype\s+html|html|head|body|table|tr|meta|style|div|center|font|p|b|form)\b/i.test(text)
  )
    return 'html'
  throw new StatementFault(1, { name: 'other_markup' })
}

/** Recognizes the fields of SWIFT, below the headers that each bank writes in its own way. */
function swiftOf(text: string): Format | null {
  if (!/(?:^|[\r\n]|@@|\{4:\s*):20:/.test(text)) return null
  if (!/(?:[\r\n]|@@):(?:25P?|28C?|60[FM]?|61|21|13D?|34F):/.test(text)) return null
  const isInterim =
    /\{2:[IO]?942|(?:^|[\r\n])(?:MT)?942[\r\n]|[\r\n@]:(?:34F|13D|90[DC]):/.test(text) &&
    !/[\r\n@]:60[FM]?:/.test(text)
  return isInterim ? 'mt942' : 'mt940'
}
