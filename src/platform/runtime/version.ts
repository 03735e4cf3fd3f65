import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'

const manifest = z.object({ version: z.string() })
let known: string | null = null

/**
 * Returns the version of Earmark, from the `package.json` above this file. It is the nearest one, so that the checkout and
 * the published package, whose folders differ, both find theirs.
 */
export function readVersion(): string {
  return (known ??= readNearest(import.meta.dirname))
}

function readNearest(folder: string): string {
  const path = join(folder, 'package.json')
  if (existsSync(path)) {
    const read = manifest.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (read.success) return read.data.version
  }
  const above = dirname(folder)
  if (above === folder)
    throw new Error(`No package.json with a version is above ${import.meta.dirname}.`)
  return readNearest(above)
}
