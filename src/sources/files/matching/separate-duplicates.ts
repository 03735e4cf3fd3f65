import { createHash } from 'node:crypto'
import type { Source } from '#/sources/statements/read.ts'

/** What a person says of rows that look like duplicates: these are payments of their own. */
export type Different = {
  /** All that the account seems to have from elsewhere. */
  readonly alike: boolean
  /** Single rows, whatever they look like, by their place in the file from 1. */
  readonly rows: readonly number[]
}

export const NONE_DIFFERENT: Different = { alike: false, rows: [] }

/** How the rows that are payments of their own are told from what they look like. */
export type Apart = {
  readonly alike: boolean
  /** The name that the row has in this file and in no other; null where nobody has said anything of it. */
  readonly nameOf: (position: number) => string | null
}

/**
 * A row that is said to be another payment gets a name by its place in exactly this file: so the same file with the same
 * word adds it once, and any other file with an equal row does not mean it.
 */
export async function readApart(
  source: Source,
  kind: string,
  { alike, rows }: Different,
): Promise<Apart> {
  if (rows.length === 0) return { alike, nameOf: () => null }
  const hash = createHash('sha256')
  for await (const bytes of source()) hash.update(bytes)
  const file = hash.digest('base64url')
  const said = new Set(rows)
  return {
    alike,
    nameOf: (position) => (said.has(position) ? `${kind}apart:${file}:${position}` : null),
  }
}
