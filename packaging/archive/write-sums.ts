import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes SHA256SUMS, as `sha256sum --check` reads it. */
export function writeSums(folder: string, names: readonly string[]): void {
  const lines = names.toSorted().map((name) => {
    const digest = createHash('sha256').update(readFileSync(join(folder, name)))
    return `${digest.digest('hex')}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}
