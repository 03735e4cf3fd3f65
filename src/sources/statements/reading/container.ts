import { StatementFault } from '#/sources/statements/fault.ts'
import { bytesOf, type Source } from './source.ts'

/** The kind of file around the content. */
export type Container = 'zip' | 'compound' | 'text'

const HEAD_BYTES = 1024
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Tells workbooks from texts by their first bytes. Throws StatementFault, with the reason in plain words, for containers
 * that cannot be read: a PDF, and workbooks from before Excel 97.
 */
export async function containerOf(source: Source): Promise<Container> {
  const head = await bytesOf(source, HEAD_BYTES)
  if (head.subarray(0, ZIP.length).equals(ZIP)) return 'zip'
  if (head.includes('%PDF-')) throw new StatementFault(null, { name: 'pdf' })
  if (head.subarray(0, OLE.length).equals(OLE)) return 'compound'
  // Excel 2 to 4 wrote their records without a container.
  if (head[0] === 0x09 && [0, 2, 4].includes(head[1] ?? -1) && head[3] === 0) {
    throw new StatementFault(null, { name: 'legacy_workbook' })
  }
  return 'text'
}

/** Limits a workbook before it is unpacked, as uploads are limited anyway. */
export const WORKBOOK_BYTES_MAX = 50 * 1024 * 1024
