import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const record = z.record(z.string(), z.string())
const manifestShape = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  bin: record,
  type: z.string(),
  optionalDependencies: record,
  engines: record,
})
/**
 * Describes the package for npm. The libraries are inside; what npm fetches is the Node and the PostgreSQL of the
 * machine, in exactly these versions. Without `npm-shrinkwrap.json`: with one, npm fetches those of every platform.
 */
export function describePackage(root: string): string {
  const facts = manifestShape.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  // `bin` names the start as it is called in the sources.
  return format({ ...facts, imports: { '#/app/cli/main.ts': './lib/main.js' } })
}

export function format(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
