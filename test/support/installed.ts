import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { until } from './other-processes.ts'

const root = join(import.meta.dirname, '../..')

/** The npm package, as it was packed, and an empty folder that it was installed into. */
export type Installed = {
  /** The packed file. */
  readonly file: string
  readonly folder: string
  /** The package's own folder in there. */
  readonly own: string
}

/** Packs the package and installs it as a stranger would, from npm's cache or registry. */
export async function install(): Promise<Installed> {
  const home = mkdtempSync(join(tmpdir(), 'earmark-package-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const build = join(home, 'build')
  execFileSync(process.execPath, ['packaging/build.ts', '--into', build], {
    cwd: root,
    stdio: 'pipe',
  })
  const [file] = globSync(join(build, '*.tgz'))
  if (file === undefined) throw new Error('nothing was packed')
  const folder = join(home, 'here')
  mkdirSync(folder)
  const line = ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', file]
  await promisify(execFile)('npm', line, { cwd: folder })
  return { file, folder, own: join(folder, 'node_modules/@earmark-budget/server') }
}

/** True if an installation failed because no registry can be reached. */
export function isOffline(error: unknown): boolean {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(String(error))
}

/** The bytes that an installation takes, without the Node that it may bring. */
export function bytesWithoutNode({ folder }: Installed): number {
  return globSync('node_modules/**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules\/node-/.test(`${entry.parentPath}/`))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** The machine's own Node, if it is too old to run Earmark itself. */
export function findOldNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const folder of folders.filter((name) => !name.includes('node_modules'))) {
    const node = join(folder, 'node')
    const version = versionOf(node)
    if (version !== null && version < 26) return node
  }
  return null
}

function versionOf(node: string): number | null {
  try {
    const text = execFileSync(node, ['--version'], { encoding: 'utf8' })
    return Number(/^v(\d+)/.exec(text)?.[1])
  } catch {
    return null
  }
}

export type Session = {
  readonly origin: string
  /** Runs a command of the package on the same data, and returns what it prints. */
  readonly run: (...line: string[]) => string
  /** Stops the server as a terminal does; resolves to its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts the installed server on a Node, with a data folder of its own. */
export async function serveWith(installed: Installed, node: string): Promise<Session> {
  const data = join(installed.folder, `data-${versionOf(node)}`)
  const bin = join(installed.folder, 'node_modules/.bin/earmark')
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...rest } = process.env
  const env = { ...rest, EARMARK_DATA: data, PORT: '0' }
  const child = spawn(node, [bin, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  after(() => void child.kill('SIGKILL'))
  let logged = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (logged += text))
  child.stdout.resume()
  const origin = () => /"event":"serving","url":"([^"]+)"/.exec(logged)?.[1]
  await until('the installed server serves', () => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${logged}`)
    return origin() !== undefined
  })
  return {
    origin: origin()!,
    run: (...line) => execFileSync(node, [bin, ...line], { env, encoding: 'utf8' }),
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

/** The names of the files in the packed file. */
export function packedNames({ file }: Installed): readonly string[] {
  return execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
}

export function textsOf({ own }: Installed): readonly string[] {
  return globSync('**/*.{js,json,map}', { cwd: own, exclude: ['node_modules'] }).map((name) =>
    readFileSync(join(own, name), 'utf8'),
  )
}
