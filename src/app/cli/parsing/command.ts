import type { Config } from '#/platform/runtime/config.ts'
import type { Notice } from '#/platform/runtime/log.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { Remote } from './remote.ts'

/** The chapters of the help, in its order. */
export type Group = 'server' | 'people' | 'budget' | 'accounts' | 'programs'

/** An option of a command: a switch, or a name with a value. */
export type CommandOption = {
  readonly type: 'string' | 'boolean'
  /** One or two sentences for the help. */
  readonly description: string
  /** The value in the help, such as `MEMBER_ID`; by default the choices, or TEXT. */
  readonly value?: string
  /** The only values; checked before anything is opened. */
  readonly choices?: readonly string[]
  /** The value is a list of choices, separated by commas. */
  readonly list?: true
  /** May be given several times. */
  readonly multiple?: true
  /** The command cannot run without it. */
  readonly required?: true
  /** The value that counts without the option, for the help. */
  readonly default?: string
  /** `--no-NAME` switches it off. */
  readonly negatable?: true
  /** The environment variable that counts without the option. */
  readonly env?: string
  /** The value names a file. */
  readonly file?: true
}
export type CommandOptions = Readonly<Record<string, CommandOption>>

/** One of the operator's commands: the line, the help and the completion are read off this value. */
export type Command = {
  /** The words typed for it, for example `household set`. */
  readonly words: string
  readonly group: Group
  /** A few words on it, if it is one of the commands that `earmark` alone shows. */
  readonly common?: string
  /** One sentence for the help. */
  readonly summary: string
  /** Names of the positional arguments, all required. */
  readonly operands: readonly string[]
  /** A last positional argument that may be left out. */
  readonly optionalOperand?: string
  /** True if the last operand may be given several times: `FILE…`. */
  readonly takesMore?: true
  /** The only values of an operand, for help and completion. */
  readonly operandChoices?: Readonly<Record<string, readonly string[]>>
  readonly options: CommandOptions
  /** Prints a list: `--csv` and `--long` are taken besides. */
  readonly lists?: true
  /** Lines that show how it is used, without the program's name. */
  readonly examples?: readonly string[]
  /**
   * True if the command makes sense without existing data, and may create the data folder and the embedded database.
   * Other commands fail instead, so that a mistyped folder leaves nothing behind.
   */
  readonly beginsInstance?: true
  /**
   * Where it works, if not only on the machine of an instance. `household`: for a household of the database, and over HTTP
   * for that of an API key, where HOUSEHOLD_ID is left out. `key`: only with an API key. `anywhere`: without either.
   */
  readonly reach?: Reach
  readonly run: (invocation: Invocation) => Promise<Output>
}

export type Reach = 'household' | 'key' | 'anywhere'

/** A parsed command line, and the means that its command may use. */
export type Invocation = {
  readonly config: Config
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Opens Earmark on its database while `work` runs. */
  readonly withRuntime: <T>(work: (runtime: Runtime) => Promise<T>) => Promise<T>
  /** The household of an API key, if the line or the environment names an instance to ask over HTTP. */
  readonly remote?: Remote
  /** Finds it for a command that works with and without one. Throws if neither line, environment nor profile names one. */
  readonly findRemote?: () => Promise<Remote>
  /** Reads a file as text; `-` is standard input. */
  readonly read: (file: string) => Promise<string>
  /** Asks the person at the terminal, without echo for a secret; undefined if there is nobody to ask. */
  readonly ask?: (question: string, how: { readonly isSecret: boolean }) => Promise<string>
  readonly print: (piece: string | Uint8Array) => Promise<void>
  /** True if the output goes to a terminal. */
  readonly isTerminal: boolean
  /** Columns of the terminal; undefined elsewhere, where nothing is cut. */
  readonly width?: number | undefined
  /** Writes to the log, which is separate from the command's output. */
  readonly notice: Notice
  /** Resolves when the process is asked to stop. */
  readonly stopped: () => Promise<void>
}

/** The output of a command: `json` with `--json`, else `text`. Null if it has printed everything itself. */
export type Output = {
  readonly json: unknown
  readonly text: string
  /** A list as CSV, for `--csv`. */
  readonly csv?: string
  /** True if a part failed, as the output says: exit code 1. */
  readonly failed?: boolean
} | null

/** Reports a line that cannot be understood: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The words of the command that was meant, if it is known. */
  about = ''
}

/** Reports something that the operator can act on; its message is the whole output. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Reports a fault in a file as compilers do: the message begins with the file's name. */
export class FileFault extends CommandError {}

/** Reads an option's text; undefined without the option. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Reads a required option. */
export function requiredOption(invocation: Invocation, name: string): string {
  const value = textOption(invocation, name)
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`)
  return value
}

/** Reads an option that takes one of a few words. */
export function choiceOption<const T extends string>(
  invocation: Invocation,
  name: string,
  choices: readonly T[],
): T | undefined {
  const value = textOption(invocation, name)
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined) throw new UsageError(`--${name}: one of ${choices.join(', ')}.`)
  return choice
}

/** Writes a number with its noun: `1 session`, `2 sessions`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
