import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { createClock } from '#/platform/runtime/clock.ts'
import { readConfig } from '#/platform/runtime/config.ts'
import { createLog } from '#/platform/runtime/log.ts'
import { logOptions } from '#/platform/runtime/real.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import {
  type Command,
  CommandError,
  FileFault,
  type Invocation,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { failureText } from '#/app/cli/words/failure-text.ts'
import { findAsker } from '#/app/cli/parsing/ask.ts'
import type { Product } from '#/app/cli/serving/open.ts'
import { requireInstance } from '#/app/cli/commands/require-instance.ts'
import { askedToStop } from '#/app/cli/serving/stop-signals.ts'
import { helpOn, understand, type Understood } from '#/app/cli/parsing/understand.ts'

/** Notices that concern the operator of any command, beside its own output. */
const ofMigration = new Set(['database.migrated', 'database.not_backed_up'])
/** Connections that a command may open. */
const CONNECTIONS_MAX = 4

// A reader of our output may stop reading (`| head`), which is not a failure.
process.stdout.on('error', (error: Error & { code?: string }) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

try {
  const line = process.argv.slice(2)
  const asked = understand(line, await findCommands(line))
  if (asked.kind === 'run') await run(asked)
  else if (asked.kind === 'version') await printVersion(asked)
  else await print(`${helpOn(asked.commands)}\n`)
} catch (error) {
  const hint = error instanceof UsageError ? ' Run "earmark --help" for what there is.' : ''
  const who = error instanceof FileFault ? '' : 'earmark: '
  process.stderr.write(`${who}${failureText(error)}${hint}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

/**
 * Loads the commands. Backups need little of the program, and leave the rest of the memory to the server beside them; the server
 * keeps what it loads for as long as it runs.
 */
async function findCommands([first]: readonly string[]): Promise<readonly Command[]> {
  if (first === 'serve') return [(await import('#/app/cli/commands/serve-command.ts')).serveCommand]
  if (first === 'backup' || first === 'restore') {
    return (await import('#/app/cli/commands/backups.ts')).backupCommands
  }
  return (await import('./commands.ts')).commands
}

async function run({ command, operands, options }: Understood & { kind: 'run' }): Promise<void> {
  const config = readConfig(process.env)
  const say = (line: string) => process.stderr.write(line)
  const log = createLog(createClock(config.now), say, logOptions(config))
  const stop = askedToStop()
  const asker = findAsker()
  const invocation: Invocation = {
    config,
    operands,
    options,
    withRuntime: async (work) => {
      if (!command.beginsInstance) await requireInstance(config)
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
    notice: (event, facts, level = 'info') => log(level, event, { ...facts }),
    stopped: () => stop,
  }
  const output = await command.run(invocation)
  if (output) await print(`${options['json'] ? JSON.stringify(output.json) : output.text}\n`)
  if (output?.failed) process.exitCode = 1
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

async function print(chunk: string): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}
