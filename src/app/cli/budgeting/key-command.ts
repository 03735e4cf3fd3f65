import type { Asking } from '#/app/cli/parsing/asking.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type Output,
} from '#/app/cli/parsing/command.ts'

type OfKey = Omit<Command, 'run' | 'reach'> & {
  /** Reads the line and returns the work to do. Throws before anything is sent if the line is wrong. */
  readonly plan: (invocation: Invocation) => (household: Asking) => Promise<Output>
}

/** Makes a command that only the holder of an API key can run, because a member must be behind it. */
export function keyCommand({ plan, ...declared }: OfKey): Command {
  return {
    ...declared,
    reach: 'key',
    run: async (invocation) => {
      const work = plan(invocation)
      if (!invocation.remote) {
        throw new CommandError(
          `\`earmark ${declared.words}\` needs an API key: \`earmark login https://…\`.`,
        )
      }
      return work(invocation.remote)
    },
  }
}
