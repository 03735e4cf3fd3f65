import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { platform } from 'node:process'

import { ClusterFailure } from './failure.ts'
import type { Programs } from './programs.ts'

/** Returns the programs in a folder that the operator names. */
export function programsIn(folder: string): Programs {
  const programs = readPrograms(folder)
  if (programs !== null) return programs
  throw new ClusterFailure(
    'programs_missing',
    `${folder} does not contain PostgreSQL's programs initdb, postgres and pg_ctl. Correct EARMARK_POSTGRES_PROGRAMS, for ` +
      'example to /usr/lib/postgresql/18/bin.',
  )
}

/** Finds the newest PostgreSQL, 15 or later or of one major version, that the system's package manager installed. */
export function findSystemPostgres(major: number | null = null): Programs | null {
  const found = PATTERNS.flatMap(listFolders)
    .map(readPrograms)
    .filter((programs) => programs !== null && majorOf(programs.version) >= 15)
    .filter((programs) => major === null || majorOf(programs!.version) === major)
    .toSorted((a, b) => Number(b?.version.split(' ')[0]) - Number(a?.version.split(' ')[0]))
  return found[0] ?? null
}

/** Returns the major version: "18.4" → 18. */
export function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

/** Expands a pattern, in which `*` matches any text within one folder's name. */
const PATTERNS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
  '/usr/local/pgsql/bin',
  '/usr/local/bin',
  '/usr/bin',
]

function listFolders(pattern: string): string[] {
  const [before, after] = pattern.split('*')
  if (before === undefined || after === undefined) return [pattern]
  const parent = before.slice(0, before.lastIndexOf('/') + 1)
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => path.posix.join(parent, name).startsWith(before))
    .map((name) => path.posix.join(parent, name) + after)
}

function readPrograms(folder: string): Programs | null {
  const file = (name: string) => path.join(folder, platform === 'win32' ? `${name}.exe` : name)
  const programs = { initdb: file('initdb'), postgres: file('postgres'), pg_ctl: file('pg_ctl') }
  if (!Object.values(programs).every((program) => existsSync(program))) return null
  try {
    const text = execFileSync(programs.postgres, ['--version'], { encoding: 'utf8' })
    const version = /\d+(\.\d+)?/.exec(text)?.[0]
    return version === undefined ? null : { ...programs, version }
  } catch {
    return null // It exists but cannot run here.
  }
}
