// Breaks one rule of the engine at a time in a copy of the repository, and tells which tests notice. Run by hand:
// `node test/mutate-engine.ts [part of a name]`. Every mutation must be killed; add a test for one that survives.
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
import { mutations, type Mutation } from './engine-mutations.ts'

const SIDE_BY_SIDE = 2
const root = join(import.meta.dirname, '..')
const pureTests = [
  'src/calendar/*.test.ts',
  'src/expenses/{card-reserve,contribution,explain,lanes,postings,reserve,roll-over,settlement}.test.ts',
  'src/funding/{agreement,forecast,invariants,movements,plan,process-days}.test.ts',
]
const databaseTests = ['src/funding/run-due.test.ts', 'test/engine-operations.test.ts']

const wanted = process.argv[2] ?? ''
const waiting = mutations.filter(({ name }) => name.includes(wanted))
const survivors: string[] = []
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
console.log(
  `\n${survivors.length === 0 ? 'All are killed.' : `Survivors: ${survivors.join('; ')}`}`,
)
process.exitCode = survivors.length === 0 ? 0 : 1

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'earmark-mutant-'))
  for (const part of ['src', 'test', 'db', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  try {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const killers = await tryOut(copy, mutation)
      if (killers.length === 0) survivors.push(mutation.name)
      console.log(`${killers.length === 0 ? 'SURVIVED' : 'killed'}  ${mutation.name}`)
      for (const killer of killers.slice(0, 3)) console.log(`            ${killer}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The names of the tests that fail with the mutation: of the pure ones, and only if they all pass of the others. */
async function tryOut(copy: string, { file, from, to }: Mutation): Promise<string[]> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2)
    throw new Error(`${file} has no, or not one, ${JSON.stringify(from)}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const killers = await failuresOf(copy, pureTests)
    return killers.length > 0 ? killers : await failuresOf(copy, databaseTests)
  } finally {
    writeFileSync(path, text)
  }
}

function failuresOf(copy: string, patterns: readonly string[]): Promise<string[]> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: copy }))
  const needsDatabase = patterns === databaseTests
  const setup = needsDatabase ? ['--test-global-setup=test/postgres.ts'] : []
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test', ...setup, '--test-reporter=tap', ...files], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'ignore'],
      // A mutant may run for ever.
      timeout: 240_000,
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        EARMARK_SEQUENCES: needsDatabase ? '1' : '0.3',
      },
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('close', (code) => {
      const failed = [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map((match) => match[1]!)
      resolve(code === 0 ? [] : failed.length > 0 ? [...new Set(failed)] : ['(it did not end)'])
    })
  })
}
