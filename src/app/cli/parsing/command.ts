import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '#/platform/runtime/config.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** One of the operator's commands. */
export type Command = {
  /** What is typed for it: `household set`. */
  readonly words: string
  /** The rest of the line, as help shows it: `ID [--plan P] [--standing S]`. */
  readonly synopsis: string
  /** One sentence. */
  readonly summary: string
  /** The names of what is typed without a dash, all of them required. */
  readonly operands: readonly string[]
  readonly options: ParseArgsOptionsConfig
  /**
   * It has a meaning where nothing is yet, and makes the data folder and the embedded database there. Any other command
   * works with what is there already, so that one with a mistyped folder leaves nothing behind.
   */
  readonly beginsInstance?: true
  readonly run: (invocation: Invocation) => Promise<Output>
}

/** A command as it was typed, and what it may use. */
export type Invocation = {
  readonly config: Config
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Opens Earmark on its database for as long as `work` takes. */
  readonly withRuntime: <T>(work: (runtime: Runtime) => Promise<T>) => Promise<T>
  /** The text of a file; `-` is standard input. */
  readonly read: (file: string) => Promise<string>
  readonly print: (text: string) => Promise<void>
  /** Whether somebody watches what is printed. */
  readonly isTerminal: boolean
  /** Tells the log of something that is not the command's own output. */
  readonly notice: (event: string, facts?: object) => void
  /** Resolves when the process is asked to stop. */
  readonly stopped: () => Promise<void>
}

/** What a command says: `json` with `--json`, else `text`. Null: it has printed itself. */
export type Output = {
  readonly json: unknown
  readonly text: string
  /** Part of what was asked did not work, as the output tells: exit code 1. */
  readonly failed?: boolean
} | null

/** A line that cannot be understood: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Something that an operator can act on: its message is all there is to say. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A fault in a file, told as compilers do: its message begins with the file, and nothing stands before it. */
export class FileFault extends CommandError {}

/** An option that was given a text; undefined without it. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** An option without which the command has no meaning. */
export function requiredOption(invocation: Invocation, name: string): string {
  const value = textOption(invocation, name)
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`)
  return value
}

/** An option that takes one of a few words. */
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

/** A table of texts in columns, for people. */
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
