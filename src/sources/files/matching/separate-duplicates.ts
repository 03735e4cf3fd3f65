import { createHash } from 'node:crypto'
import type { Source } from '#/sources/statements/reading/source.ts'

/** Rows that look like duplicates, but that a person marked as separate payments. */
export type Different = {
  /** Marks all rows that resemble a transaction of another source. */
  readonly alike: boolean
  /** Marks single rows by their position in the file, from 1. */
  readonly rows: readonly number[]
}

export const NONE_DIFFERENT: Different = { alike: false, rows: [] }

/** The rows that are separate payments, and their names. */
export type SeparatePayments = {
  readonly alike: boolean
  /** Returns the name that a marked row has in this file only; null for other rows. */
  readonly nameOf: (position: number) => string | null
}

/**
 * Names each marked row by its position in exactly this file: importing the file again with the same marks adds nothing,
 * and an equal row of another file is not marked.
 */
export async function readSeparatePayments(
  source: Source,
  kind: string,
  { alike, rows }: Different,
): Promise<SeparatePayments> {
  if (rows.length === 0) return { alike, nameOf: () => null }
  const hash = createHash('sha256')
  for await (const bytes of source()) hash.update(bytes)
  const file = hash.digest('base64url')
  const marked = new Set(rows)
  return {
    alike,
    nameOf: (position) => (marked.has(position) ? `${kind}apart:${file}:${position}` : null),
  }
}
