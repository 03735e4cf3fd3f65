import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Line, toTable } from './table.ts'

/** Puts what was measured today in the place of what was measured last, between two marks of docs/performance.md. */
export function keepTable(mark: string, lines: readonly Line[], ...conditions: string[]): void {
  const path = join(import.meta.dirname, '../docs/performance.md')
  const today = Temporal.Now.plainDateISO('UTC').toString()
  const machine = [
    `Node ${process.versions.node}`,
    `${availableParallelism()} cores`,
    ...conditions,
  ]
  const caption = `Measured on ${today}, ${machine.join(', ')}.`
  const block = `<!-- ${mark} -->\n\n${caption}\n\n${toTable(lines)}\n\n<!-- end of ${mark} -->`
  const pattern = new RegExp(`<!-- ${mark} -->[^]*<!-- end of ${mark} -->`)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(pattern, () => block),
  )
}
