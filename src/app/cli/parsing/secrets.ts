import { CommandError, type Invocation, textOption, UsageError } from './command.ts'

/**
 * Reads an option that takes a secret. `-` reads standard input, because every user of the machine can see the arguments
 * of its processes. A missing one is asked for without echo if somebody sits at a terminal.
 */
export async function secretOption(invocation: Invocation, name: string): Promise<string> {
  const given = textOption(invocation, name)
  if (given === undefined && !invocation.ask) {
    throw new UsageError(`--${name} is missing. \`--${name} -\` reads it from standard input.`)
  }
  const secret = given === undefined || given === '-' ? await receive(invocation, name) : given
  if (secret === '') throw new UsageError(`--${name} is empty.`)
  return secret
}

/** As `secretOption`, for a secret that may be left out; undefined without the option. */
export async function optionalSecret(
  invocation: Invocation,
  name: string,
): Promise<string | undefined> {
  return textOption(invocation, name) === undefined ? undefined : secretOption(invocation, name)
}

async function receive({ ask, read }: Invocation, name: string): Promise<string> {
  if (ask) return (await ask(`${name}: `, { isSecret: true })).trim()
  return (await read('-')).trim()
}

/**
 * Asks for a confirmation before something that cannot be undone. Without a terminal `--yes` must be given, so that a script
 * says that it means it.
 */
export async function confirm(invocation: Invocation, question: string): Promise<void> {
  if (invocation.options['yes'] === true) return
  if (!invocation.ask) throw new UsageError('This cannot be undone: confirm it with --yes.')
  const answer = await invocation.ask(`${question} Type yes: `, { isSecret: false })
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was changed.')
}
