import type { Command, CommandOption } from '#/app/cli/parsing/command.ts'
import { optionsOf } from '#/app/cli/parsing/program.ts'

/** A word that may stand at a place of a line, with a few words on it. */
export type Candidate = { readonly word: string; readonly text: string }

/** Stands for the names of files. */
export const FILES: readonly Candidate[] = [{ word: '@file', text: '' }]

/** The words that a shell offers, by the place at which they may stand. */
export type CompletionData = {
  /** The beginnings of commands: `expense`, `expense create`. */
  readonly known: readonly string[]
  /** The next word, after the beginning of a command. */
  readonly next: ReadonlyMap<string, readonly Candidate[]>
  /** The options of a command, with `=` behind those that take a value. */
  readonly options: ReadonlyMap<string, readonly Candidate[]>
  /** The values of an option (`expense create --type`) or of an operand (`import 1`). */
  readonly values: ReadonlyMap<string, readonly Candidate[]>
}

const helpOption: Candidate = { word: '--help', text: 'Shows the help' }

export function completionData(commands: readonly Command[]): CompletionData {
  const next = new Map<string, Map<string, Candidate>>()
  const options = new Map<string, readonly Candidate[]>([
    ['', [helpOption, { word: '--version', text: 'Prints the version' }]],
  ])
  const values = new Map<string, readonly Candidate[]>()
  for (const command of commands) {
    const parts = command.words.split(' ')
    for (const [at, word] of parts.entries()) {
      const before = parts.slice(0, at).join(' ')
      const isLast = at === parts.length - 1
      const known = next.get(before) ?? new Map<string, Candidate>()
      const text = isLast ? short(command.summary) : `Commands of ${word}`
      if (isLast || !known.has(word)) known.set(word, { word, text })
      next.set(before, known)
    }
    const all = Object.entries(optionsOf(command))
    options.set(command.words, [...all.flatMap(([name, one]) => wordsFor(name, one)), helpOption])
    for (const [name, option] of all) {
      const offered = valuesOf(option)
      if (offered.length > 0) values.set(`${command.words} --${name}`, offered)
    }
    for (const [place, offered] of operandValues(command)) {
      values.set(`${command.words} ${place}`, offered)
    }
  }
  const known = [...new Set(commands.flatMap(({ words }) => [words.split(' ')[0]!, words]))]
  return {
    known,
    next: new Map([...next].map(([before, words]) => [before, [...words.values()]])),
    options,
    values,
  }
}

function wordsFor(name: string, { type, description, negatable }: CommandOption): Candidate[] {
  const text = short(description)
  return [
    { word: type === 'boolean' ? `--${name}` : `--${name}=`, text },
    ...(negatable ? [{ word: `--no-${name}`, text: `Switches --${name} off` }] : []),
  ]
}

function valuesOf({ choices, file }: CommandOption): readonly Candidate[] {
  if (file) return FILES
  return (choices ?? []).map((word) => ({ word, text: '' }))
}

/** Operands that come after the last named one are offered as it: `FILE…`. */
const OPERANDS_MAX = 4

function operandValues(command: Command): readonly (readonly [number, readonly Candidate[]])[] {
  const { operands, operandChoices, takesMore } = command
  const last = operands.at(-1)
  const all = takesMore ? [...operands, ...Array(OPERANDS_MAX).fill(last)] : operands
  return all.flatMap((name: string, at) => {
    const choices = operandChoices?.[name]?.map((word) => ({ word, text: '' }))
    const offered = choices ?? (name === 'FILE' ? FILES : [])
    return offered.length > 0 ? [[at + 1, offered] as const] : []
  })
}

/** Keeps the first statement, on one line. */
function short(text: string): string {
  return text.split(/[.;] |[.;]$/)[0]!.replaceAll('\n', ' ')
}
