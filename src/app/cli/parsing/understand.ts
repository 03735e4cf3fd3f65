import { parseArgs } from 'node:util'
import { type Command, UsageError } from './command.ts'

/** The outcome of parsing a line: a command to run, help or the version. */
export type Understood =
  | { readonly kind: 'help'; readonly commands: readonly Command[] }
  | { readonly kind: 'version'; readonly json: boolean }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly operands: readonly string[]
      readonly options: Readonly<Record<string, unknown>>
    }

/** Parses a line without the program's name. Throws a UsageError that names the mistake. */
export function understand(line: readonly string[], commands: readonly Command[]): Understood {
  const [first] = line
  if (first === '--version') {
    const extra = line.slice(1).find((word) => word !== '--json')
    if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`)
    return { kind: 'version', json: line.includes('--json') }
  }
  if (first === undefined || first === 'help' || first.startsWith('-')) {
    if (first !== undefined && !['help', '--help', '-h'].includes(first)) {
      throw new UsageError(`There is no command "${first}".`)
    }
    return { kind: 'help', commands: commandsBelow(line.slice(1), commands) }
  }
  const command = findCommand(line, commands)
  if (!command) {
    const group = commandsBelow([first], commands)
    if (group.length < commands.length && line.slice(1).every((word) => word.startsWith('-'))) {
      return { kind: 'help', commands: group }
    }
    throw new UsageError(`There is no command "${typedWords(line, commands)}".`)
  }
  const rest = line.slice(command.words.split(' ').length)
  const { values, positionals } = parse(command, rest)
  if (values['help']) return { kind: 'help', commands: [command] }
  const missing = command.operands[positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`)
  const most = command.operands.length + (command.optionalOperand === undefined ? 0 : 1)
  const extra = positionals[most]
  if (extra !== undefined && !command.takesMore) {
    throw new UsageError(`"${extra}" is one word too many.`)
  }
  return { kind: 'run', command, operands: positionals, options: values }
}

/** Writes the help: one command in full, or a line or two for each of several. */
export function helpOn(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `  earmark ${command.words} ${command.synopsis}`.trimEnd(),
    `      ${command.summary}`,
  ])
  return [
    ...lines,
    '',
    'Each takes --json and then prints exactly one JSON value; --help says what else it takes.',
    'earmark --version says which Earmark this is.',
  ].join('\n')
}

/** Selects the commands whose words begin with the given ones; all commands if none does. */
function commandsBelow(line: readonly string[], commands: readonly Command[]): readonly Command[] {
  const typed = line.filter((word) => !word.startsWith('-')).join(' ')
  const found = commands.filter(({ words }) => words === typed || words.startsWith(`${typed} `))
  return found.length > 0 ? found : commands
}

function findCommand(line: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find(({ words }) => {
    return words.split(' ').every((word, index) => word === line[index])
  })
}

/** Keeps the part of the line that was meant as a command's words. */
function typedWords([first, second]: readonly string[], commands: readonly Command[]): string {
  const isGroup = commands.some(({ words }) => words.startsWith(`${first} `))
  return isGroup && second !== undefined && !second.startsWith('-') ? `${first} ${second}` : first!
}

function parse(command: Command, line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      options: {
        ...command.options,
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    const option = amountBelowZero(command, line)
    if (option) throw new UsageError(`${option.name}: write ${option.name}=${option.amount}.`)
    // Cuts Node's advice about positionals, which does not help here.
    const [sentence] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${sentence}.`)
  }
}

/** Finds an option that is followed by an amount below zero, which Node takes for another option. */
function amountBelowZero(command: Command, line: readonly string[]) {
  for (const [index, name] of line.entries()) {
    const amount = line[index + 1]
    const isText = name.startsWith('--') && command.options[name.slice(2)]?.type === 'string'
    if (isText && amount !== undefined && /^-\d/.test(amount)) return { name, amount }
  }
  return null
}
