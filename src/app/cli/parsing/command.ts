import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '#/platform/runtime/config.ts'
import type { Notice } from '#/platform/runtime/log.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** One of the operator's commands. */
export type Command = {
  /** The words typed for it, for example `household set`. */
  readonly words: string
  /** The rest of the line in the help: `ID [--plan P] [--standing S]`. */
  readonly synopsis: string
  /** One sentence for the help. */
  readonly summary: string
  /** Names of the positional arguments, all required. */
  readonly operands: readonly string[]
  /** A last positional argument that may be left out. */
  readonly optionalOperand?: string
  /** True if the last operand may be given several times: `FILE…`. */
  readonly takesMore?: true
  readonly options: ParseArgsOptionsConfig
  /**
   * True if the command makes sense without existing data, and may create the data folder and the embedded database.
   * Other commands fail instead, so that a mistyped folder leaves nothing behind.
   */
  readonly beginsInstance?: true
  readonly run: (invocation: Invocation) => Promise<Output>
}

/** A parsed command line, and the means that its command may use. */
export type Invocation = {
  readonly config: Config
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Opens Earmark on its database while `work` runs. */
  readonly withRuntime: <T>(work: (runtime: Runtime) => Promise<T>) => Promise<T>
  /** Reads a file as text; `-` is standard input. */
  readonly read: (file: string) => Promise<string>
  /** Asks the person at the terminal, without echo for a secret; undefined if there is nobody to ask. */
  readonly ask?: (question: string, how: { readonly isSecret: boolean }) => Promise<string>
  readonly print: (text: string) => Promise<void>
  /** True if the output goes to a terminal. */
  readonly isTerminal: boolean
  /** Writes to the log, which is separate from the command's output. */
  readonly notice: Notice
  /** Resolves when the process is asked to stop. */
  readonly stopped: () => Promise<void>
}

/** The output of a command: `json` with `--json`, else `text`. Null if it has printed everything itself. */
export type Output = {
  readonly json: unknown
  readonly text: string
  /** True if a part failed, as the output says: exit code 1. */
  readonly failed?: boolean
} | null

/** Reports a line that cannot be understood: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
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

/** Aligns texts in columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => {
    return Math.max(...rows.map((row) => (row[column] ?? '').length))
  })
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
