// Breaks one rule at a time in a copy of the repository, and tells which tests notice. Every mutation must be killed; add a
// test for one that survives. A test that fails notices nothing unless it passes otherwise, so the unbroken copy is tried first.
import { spawn } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A rule, broken: `from` occurs once in the file. */
export type Mutation = {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  /** The test files with a database that are to notice; by default all of the suite's. */
  readonly noticedBy?: string
}

type Suite = {
  readonly mutations: readonly Mutation[]
  /** Patterns of test files. Those with a database are run only where the pure ones notice nothing. */
  readonly pureTests: readonly string[]
  readonly databaseTests: readonly string[]
}

const root = join(import.meta.dirname, '../..')

/** Tries the mutations whose names contain the command's argument; the process fails if one survives. */
export async function mutate(suite: Suite): Promise<void> {
  const wanted = process.argv[2] ?? ''
  const survivors: string[] = []
  const copy = copyRepository()
  try {
    await requireSound(suite, copy)
    for (const mutation of suite.mutations.filter(({ name }) => name.includes(wanted))) {
      const killers = await tryOut(suite, copy, mutation)
      if (killers.length === 0) survivors.push(mutation.name)
      console.log(`${killers.length === 0 ? 'SURVIVED' : 'killed'}  ${mutation.name}`)
      for (const killer of killers.slice(0, 3)) console.log(`            ${killer}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(
    `\n${survivors.length === 0 ? 'All are killed.' : `Survivors: ${survivors.join('; ')}`}`,
  )
  process.exitCode = survivors.length === 0 ? 0 : 1
}

function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'earmark-mutant-'))
  for (const part of ['src', 'test', 'db', 'docs', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function requireSound({ pureTests, databaseTests }: Suite, copy: string): Promise<void> {
  const failures = [
    ...(await failuresOf(copy, pureTests, false)),
    ...(await failuresOf(copy, databaseTests, true)),
  ]
  if (failures.length > 0) throw new Error(`these fail by themselves: ${failures.join('; ')}`)
}

/** The names of the tests that fail with the mutation: of the pure ones, and only if they all pass of the others. */
async function tryOut(
  { pureTests, databaseTests }: Suite,
  copy: string,
  { file, from, to, noticedBy }: Mutation,
): Promise<string[]> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2)
    throw new Error(`${file} has no, or not one, ${JSON.stringify(from)}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const killers = await failuresOf(copy, pureTests, false)
    return killers.length > 0
      ? killers
      : await failuresOf(copy, noticedBy ? [noticedBy] : databaseTests, true)
  } finally {
    writeFileSync(path, text)
  }
}

function failuresOf(
  copy: string,
  patterns: readonly string[],
  needsDatabase: boolean,
): Promise<string[]> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: copy }))
  // Node's runner would run every test.
  if (files.length === 0) return Promise.resolve([])
  const setup = needsDatabase ? ['--test-global-setup=test/support/postgres.ts'] : []
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--test', ...setup, '--test-reporter=tap', '--test-timeout=45000', ...files],
      {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'ignore'],
        // A mutant may run for ever.
        timeout: 240_000,
        env: {
          ...process.env,
          NODE_TEST_CONTEXT: undefined,
          EARMARK_SEQUENCES: needsDatabase ? '1' : '0.3',
        },
      },
    )
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('close', (code) => {
      const failed = [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map((match) => match[1]!)
      resolve(code === 0 ? [] : failed.length > 0 ? [...new Set(failed)] : ['(it did not end)'])
    })
  })
}
