import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { createClock } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { createLog } from '#/platform/runtime/log.ts'
import { logOptions } from '#/platform/runtime/log-options.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import {
  CommandError,
  FileFault,
  type Invocation,
  type Output,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { printable } from '#/app/cli/words/printable.ts'
import { findAsker } from '#/app/cli/parsing/ask.ts'
import { readPlainLine } from '#/app/cli/parsing/plain-line.ts'
import type { Product } from '#/app/cli/serving/open.ts'
import type { Remote, Target } from '#/app/cli/parsing/remote.ts'
import { askedToStop } from '#/app/cli/serving/stop-signals.ts'
import type { Understood } from '#/app/cli/parsing/understand.ts'
import { findCommands } from './find-commands.ts'

/** Notices that concern the operator of any command, beside its own output. */
const ofMigration = new Set(['database.migrated', 'database.not_backed_up'])
/** Connections that a command may open. */
const CONNECTIONS_MAX = 4

/** Runs a line without the program's name, and sets the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function runLine(line: readonly string[]): Promise<void> {
  const there: There = { target: null, place: '', find: () => Promise.resolve(null) }
  try {
    const asked = await understandLine(line, there)
    if (asked.kind === 'run') await run(asked, there)
    else if (asked.kind === 'version') await printVersion(asked)
    else {
      const { helpText } = await import('#/app/cli/help/help-text.ts')
      await print(`${helpText(asked)}\n`)
    }
  } catch (error) {
    const who = error instanceof FileFault ? '' : 'earmark: '
    const hint = `${hintFor(error)}${there.place}`
    process.stderr.write(`${who}${printable(await messageOf(error))}${hint}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** Only errors that this program has not made itself need to know the database. */
async function messageOf(error: unknown): Promise<string> {
  if (error instanceof CommandError || error instanceof UsageError) return error.message
  return (await import('#/app/cli/words/failure-text.ts')).failureText(error)
}

function hintFor(error: unknown): string {
  if (!(error instanceof UsageError)) return ''
  return error.about === ''
    ? ' Run "earmark --help" for what there is.'
    : ` Run "earmark ${error.about} --help" for what it takes.`
}

/** The instance that is asked over HTTP, if any; errors name it. */
type There = { target: Target | null; place: string; find: () => Promise<Target | null> }

/** Variables that name an instance elsewhere, where nothing can be served. */
const elsewhere = ['EARMARK_PROFILE', 'EARMARK_URL', 'EARMARK_API_KEY', 'EARMARK_API_KEY_FILE']

/** A server keeps what it loads for as long as it runs, so its usual line is read without the parser of the others. */
async function understandLine(line: readonly string[], there: There): Promise<Understood> {
  if (line[0] === 'serve' && !elsewhere.some((name) => process.env[name])) {
    const { serveCommand } = await import('#/app/cli/commands/serve-command.ts')
    const plain = readPlainLine(line.slice(1), serveCommand)
    if (plain) return plain
  }
  const [{ understand }, { placeText, readWay, seeCommands }, { hasInstance }] = await Promise.all([
    import('#/app/cli/parsing/understand.ts'),
    import('#/app/cli/remote/way.ts'),
    import('#/app/cli/remote/has-instance.ts'),
  ])
  const way = readWay(line, process.env)
  there.find = way.find
  const found = await findCommands(way.line)
  const { commands, target } = await seeCommands(way, found, hasInstance).catch((error) => {
    // The help on a command needs no instance.
    if (!way.line.some((word) => word === '--help' || word === '-h')) throw error
    return { commands: found, target: null }
  })
  there.target = target
  there.place = placeText(target)
  return understand(way.line, commands)
}

async function run(
  { command, operands, options }: Understood & { kind: 'run' },
  there: There,
): Promise<void> {
  const config = readConfig(process.env)
  const say = (line: string) => process.stderr.write(line)
  const log = createLog(createClock(config.now), say, logOptions(config))
  const stop = askedToStop()
  const asker = findAsker()
  const invocation: Invocation = {
    config,
    operands,
    options,
    ...(there.target && { remote: await reach(there.target, stop) }),
    findRemote: async () => {
      there.target ??= await there.find()
      const { noTarget, placeText } = await import('#/app/cli/remote/way.ts')
      if (there.target === null) throw noTarget()
      there.place = placeText(there.target)
      return reach(there.target, stop)
    },
    withRuntime: async (work) => {
      if (!command.beginsInstance) {
        const { requireInstance } = await import('#/app/cli/commands/require-instance.ts')
        await requireInstance(config)
      }
      const { openProduct } = await import('#/app/cli/serving/open.ts')
      const product = await openProduct({
        config,
        connectionsMax: CONNECTIONS_MAX,
        notice: (event, facts) => {
          if (ofMigration.has(event)) log('info', event, { ...facts })
        },
      })
      return useProduct(product, work, stop)
    },
    read: (file) => (file === '-' ? text(process.stdin) : readText(file)),
    ...(asker && { ask: asker }),
    print,
    isTerminal: process.stdout.isTTY,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
    notice: (event, facts, level = 'info') => log(level, event, { ...facts }),
    stopped: () => stop,
  }
  const output = await command.run(invocation).catch((error: unknown) => {
    if (error instanceof UsageError) error.about = command.words
    throw error
  })
  if (output) await print(written(output, options))
  if (output?.failed) process.exitCode = 1
}

async function reach(target: Target, stopped: Promise<void>): Promise<Remote> {
  const { askInstance } = await import('#/app/cli/remote/ask-instance.ts')
  return askInstance(target, { stopped, say: (line) => void process.stderr.write(`${line}\n`) })
}

/** Names and texts come from strangers, so that a terminal gets no control characters among them. */
function written(output: NonNullable<Output>, options: Invocation['options']): string {
  if (options['json'] === true) return `${JSON.stringify(output.json)}\n`
  return output.csv === undefined ? `${printable(output.text)}\n` : `${output.csv}\r\n`
}

/** Closes the product in every case, so that an unused embedded PostgreSQL does not stay behind. */
async function useProduct<T>(
  product: Product,
  work: (runtime: Product['runtime']) => Promise<T>,
  stop: Promise<void>,
): Promise<T> {
  const interrupted = stop.then((): never => {
    throw new CommandError('Interrupted.')
  })
  try {
    return await Promise.race([work(product.runtime), interrupted])
  } finally {
    await product.close()
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

async function printVersion({ json }: Understood & { kind: 'version' }): Promise<void> {
  const version = readVersion()
  await print(`${json ? JSON.stringify({ version }) : version}\n`)
}

async function print(chunk: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}
