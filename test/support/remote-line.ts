import { commands } from '#/app/cli/commands.ts'
import type { Invocation, Output } from '#/app/cli/parsing/command.ts'
import type { Target } from '#/app/cli/parsing/remote.ts'
import { understand } from '#/app/cli/parsing/understand.ts'
import { askInstance } from '#/app/cli/remote/ask-instance.ts'
import { readWay, seeCommands } from '#/app/cli/remote/way.ts'
import { readConfig } from '#/platform/runtime/config.ts'

type Options = { readonly said?: string[]; readonly stopped?: Promise<void> }

/** Runs a line over HTTP in this process, as `earmark` runs it in its own. Nothing is waited for between attempts. */
export async function runRemotely(
  { url, apiKey }: Pick<Target, 'url' | 'apiKey'>,
  line: readonly string[],
  { said = [], stopped }: Options = {},
): Promise<NonNullable<Output>> {
  const way = readWay(line, { EARMARK_URL: url, EARMARK_API_KEY: apiKey }, '/nowhere')
  const seen = await seeCommands(way, commands, () => Promise.resolve(false))
  const asked = understand(way.line, seen.commands)
  if (asked.kind !== 'run') throw new Error(line.join(' '))
  const remote =
    seen.target &&
    askInstance(seen.target, {
      say: (text) => void said.push(text),
      wait: () => Promise.resolve(),
      ...(stopped && { stopped }),
    })
  const invocation: Invocation = {
    ...asked,
    config: readConfig({}),
    withRuntime: () => Promise.reject(new Error('the database is not asked')),
    ...(remote && { remote }),
    read: () => Promise.reject(new Error('it reads nothing')),
    print: () => Promise.resolve(),
    isTerminal: false,
    notice: () => {},
    stopped: () => Promise.withResolvers<void>().promise,
  }
  return (await asked.command.run(invocation)) ?? { json: null, text: '' }
}
