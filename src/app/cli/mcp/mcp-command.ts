import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import {
  type Command,
  CommandError,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import type { BridgeTarget } from './bridge.ts'

/**
 * Serves an assistant over standard input and output. Standard output carries the protocol alone: all else goes to
 * standard error.
 */
export const mcpCommand: Command = {
  words: 'mcp',
  group: 'programs',
  common: 'Serve an assistant (MCP)',
  summary:
    'Serves an assistant over standard input and output (MCP): the household of an API key, or one of this machine’s database.',
  operands: [],
  options: {
    profile: {
      type: 'string',
      description: 'Asks the instance of this profile, for the household of its key.',
      value: 'NAME',
    },
    household: {
      type: 'string',
      description: 'A household of this machine’s database; without it the one of the API key.',
      value: 'HOUSEHOLD_ID',
    },
    write: {
      type: 'boolean',
      description: 'With --household: offer tools that write. With a key, the key decides.',
    },
  },
  examples: ['mcp --profile home', 'mcp --household HOUSEHOLD_ID --write'],
  reach: 'anywhere',
  run: async (invocation) => {
    const { options, findRemote } = invocation
    if (options['json']) throw new UsageError('mcp takes no --json: its output is the protocol.')
    const household = textOption(invocation, 'household')
    if (household !== undefined) return serveHere(invocation, readId(household))
    if (options['write']) throw new UsageError('--write is for --household.')
    if (findRemote) return serveThere(invocation, (await findRemote()).target)
    throw new UsageError(
      'Name a household of this machine with --household, or an instance: --profile, or EARMARK_URL with EARMARK_API_KEY.',
    )
  },
}

async function serveThere(invocation: Invocation, target: BridgeTarget): Promise<null> {
  const { runBridge } = await import('./bridge.ts')
  const ending = new AbortController()
  void invocation.stopped().then(() => {
    ending.abort(new CommandError('Interrupted.'))
    process.stdin.destroy()
  })
  await runBridge({
    target,
    input: process.stdin,
    write: (line) => invocation.print(`${line}\n`),
    fetch: (request, init) => globalThis.fetch(request, { ...init, redirect: 'error' }),
    wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal && { signal }),
    say: (line) => process.stderr.write(`earmark: ${line}\n`),
    signal: ending.signal,
  })
  return null
}

async function serveHere(invocation: Invocation, householdId: string): Promise<null> {
  const mayWrite = invocation.options['write'] === true
  return invocation.withRuntime(async (runtime) => {
    const [{ openLocal }, { serveStdio, StdioServerTransport }, { createServer }] =
      await Promise.all([
        import('./local.ts'),
        import('@modelcontextprotocol/server/stdio'),
        import('#/app/mcp/server.ts'),
      ])
    // A line for each question would fill the log of the assistant.
    const quiet: typeof runtime.log = (level, ...rest) => {
      if (level === 'warn' || level === 'error') runtime.log(level, ...rest)
    }
    const using = await openLocal({ ...runtime, log: quiet }, { householdId, mayWrite })
    const transport = new StdioServerTransport(process.stdin, process.stdout, {
      maxBufferSize: 1024 * 1024,
    })
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve)
    })
    const serving = serveStdio(() => createServer(using), { transport })
    await ended
    await serving.close()
    return null
  })
}
