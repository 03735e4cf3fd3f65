import { StatementFault } from '#/sources/statements/fault.ts'
import type { Format } from '#/sources/statements/statement.ts'

/** The format shows within so many characters. */
export const HEAD_CHARACTERS = 4096

/** Detects the format from the beginning of the text, not from the file's name. Throws StatementFault for other formats. */
export function formatOf(head: string): Format {
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (text === '') throw new StatementFault(null, { name: 'empty' })
  if (/^OFXHEADER\s*[:=]/i.test(text) || /<OFX[\s>]/i.test(text) || /<\?OFX\b/i.test(text))
    return 'ofx'
  const camt = /camt\.(05[2-4])\.001/.exec(text)?.[1]
  if (camt === '052' || /<(?:\w+:)?BkToCstmrAcctRpt[\s>]/.test(text)) return 'camt.052'
  if (camt === '053' || /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text)) return 'camt.053'
  if (camt === '054' || /<(?:\w+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(text)) {
    throw new StatementFault(null, { name: 'notices' })
  }
  if (/^<[?!A-Za-z]/.test(text)) throw new StatementFault(1, { name: 'other_markup' })
  if (/^(?:%PDF|PK|\{|\[)/.test(text)) {
    throw new StatementFault(1, { name: 'other_kind' })
  }
  if (/^!(?:Type|Account):/i.test(text)) throw new StatementFault(1, { name: 'qif' })
  return 'csv'
}
