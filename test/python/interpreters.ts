import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A Python of this machine. */
export type Python = { readonly command: string; readonly version: string }

export const SDK = join(import.meta.dirname, '../../sdk/python')

const names = [
  'python3',
  '/usr/bin/python3',
  ...[9, 10, 11, 12, 13, 14].map((minor) => `python3.${minor}`),
  ...globSync(join(homedir(), '.pyenv/versions/3.*/bin/python3')),
]

/** Every Python from 3.9 on that is found, each version once, the oldest first. */
export const pythons: readonly Python[] = findPythons()

/** The one that runs what needs one Python only. */
export const python: Python | null =
  pythons.find(({ command }) => command === 'python3') ?? pythons[0] ?? null

/** The command of a Python that can build a wheel without a network: pip and the usual build tools are there. */
export function findBuilder(): string | null {
  const code =
    'import setuptools, pip, wheel; assert int(setuptools.__version__.split(".")[0]) >= 61'
  return names.find((command) => spawnSync(command, ['-c', code]).status === 0) ?? null
}

function findPythons(): Python[] {
  const found = new Map<string, Python>()
  for (const command of names) {
    const code = 'import sys; print("%d.%d" % sys.version_info[:2])'
    const { status, stdout } = spawnSync(command, ['-c', code], { encoding: 'utf8' })
    const version = status === 0 ? stdout.trim() : ''
    const minor = Number(version.split('.')[1])
    if (version.startsWith('3.') && minor >= 9 && !found.has(version)) {
      found.set(version, { command, version })
    }
  }
  return [...found.values()].toSorted((a, b) => minorOf(a) - minorOf(b))
}

function minorOf({ version }: Python): number {
  return Number(version.split('.')[1])
}

/** Skips the test where there is no Python, with a word. */
export function requirePython(context: TestContext): Python | null {
  if (python === null) context.skip('there is no Python 3.9 or newer on this machine')
  return python
}

export type Ran = { readonly code: number | null; readonly output: string; readonly errors: string }

/** Runs Python with the SDK as it stands in the repository; it writes no compiled files there. */
export async function runPython(
  { command }: Pick<Python, 'command'>,
  words: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<Ran> {
  const child = spawn(command, [...words], {
    cwd: options.cwd ?? SDK,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PYTHONPATH: join(SDK, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode === null && once(child, 'close'),
  ])
  return { code: child.exitCode, output, errors }
}
