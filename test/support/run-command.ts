import assert from 'node:assert/strict'
import { readConfig } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { commands } from '#/app/cli/commands.ts'
import type { Invocation, Output } from '#/app/cli/parsing/command.ts'
import { understand } from '#/app/cli/parsing/understand.ts'

type Options = Partial<Pick<Invocation, 'ask' | 'config' | 'read'>>

/** Runs a command of the operator in this process, as `earmark` runs it in its own; returns what it prints. */
export async function runCommand(
  runtime: Runtime,
  words: readonly string[],
  options: Options = {},
): Promise<NonNullable<Output>> {
  const understood = understand(words, commands)
  assert.ok(understood.kind === 'run', words.join(' '))
  let printed = ''
  const output = await understood.command.run({
    ...understood,
    config: readConfig({}),
    withRuntime: (work) => work(runtime),
    read: () => assert.fail('it reads nothing'),
    print: async (text) => void (printed += text),
    isTerminal: false,
    notice: () => {},
    stopped: () => Promise.resolve(),
    ...options,
  })
  return output ?? { json: null, text: printed }
}
