import { CommanderError } from 'commander'
import { type Command, UsageError } from './command.ts'
import { optionsOf, programOf, proposalsIn } from './program.ts'
import { proposeCommand } from './propose-command.ts'

/** The outcome of parsing a line: a command to run, help or the version. */
export type Understood =
  | {
      readonly kind: 'help'
      readonly commands: readonly Command[]
      /** The words that the help is about; empty for the program. */
      readonly topic: string
      /** Every command, not only the common ones. */
      readonly isWhole: boolean
    }
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
    return helpOf(line.slice(1), commands)
  }
  const command = findCommand(line, commands)
  if (!command) {
    const group = commandsBelow([first], commands)
    if (group.length > 0 && line.slice(1).every((word) => word.startsWith('-'))) {
      return { kind: 'help', commands: group, topic: first, isWhole: true }
    }
    throw unknownCommand(line, commands)
  }
  try {
    return understandRest(command, line.slice(command.words.split(' ').length))
  } catch (error) {
    if (error instanceof UsageError) error.about = command.words
    throw error
  }
}

function understandRest(command: Command, rest: readonly string[]): Understood {
  const parsed = parse(command, rest)
  if (parsed === 'help') {
    return { kind: 'help', commands: [command], topic: command.words, isWhole: true }
  }
  requireAll(command, parsed)
  return { kind: 'run', command, operands: parsed.operands, options: parsed.options }
}

type Parsed = {
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

function requireAll(command: Command, { operands, options }: Parsed): void {
  const missing = command.operands[operands.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`)
  const most = command.operands.length + (command.optionalOperand === undefined ? 0 : 1)
  const extra = operands[most]
  if (extra !== undefined && !command.takesMore) {
    throw new UsageError(`"${extra}" is one word too many.`)
  }
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && !(name in options)) throw new UsageError(`--${name} is missing.`)
  }
  if (options['csv'] === true && options['json'] === true) {
    throw new UsageError('--csv and --json exclude each other.')
  }
}

function helpOf(line: readonly string[], commands: readonly Command[]): Understood {
  const words = line.filter((word) => !word.startsWith('-'))
  const topic = words.join(' ')
  if (topic === '') {
    return { kind: 'help', commands, topic, isWhole: line.includes('--all') }
  }
  const found = commandsBelow(words, commands)
  if (found.length === 0) throw unknownCommand(words, commands)
  return { kind: 'help', commands: found, topic, isWhole: true }
}

/** Selects the commands whose words begin with the given ones. */
function commandsBelow(line: readonly string[], commands: readonly Command[]): readonly Command[] {
  const typed = line.join(' ')
  const exact = commands.filter(({ words }) => words === typed)
  const below = commands.filter(({ words }) => words.startsWith(`${typed} `))
  return [...exact, ...below]
}

function findCommand(line: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find(({ words }) => {
    return words.split(' ').every((word, index) => word === line[index])
  })
}

function unknownCommand(line: readonly string[], commands: readonly Command[]): UsageError {
  const near = proposeCommand(line, commands)
  const hint =
    near.length === 0 ? '' : ` Did you mean ${near.map((one) => `"${one}"`).join(' or ')}?`
  return new UsageError(`There is no command "${typedWords(line, commands)}".${hint}`)
}

/** Keeps the part of the line that was meant as a command's words. */
function typedWords([first, second]: readonly string[], commands: readonly Command[]): string {
  const isGroup = commands.some(({ words }) => words.startsWith(`${first} `))
  return isGroup && second !== undefined && !second.startsWith('-') ? `${first} ${second}` : first!
}

function parse(command: Command, line: readonly string[]): Parsed | 'help' {
  refuseDashes(command, line)
  const program = programOf(command)
  try {
    program.parse([...line], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return 'help'
    throw new UsageError(sentenceOf(error))
  }
  const given = Object.keys(optionsOf(command)).flatMap((name) => {
    const value: unknown = program.getOptionValue(attributeOf(name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return { operands: program.args, options: Object.fromEntries(given) }
}

/** Commander keeps the value of `--setup-token` as `setupToken`. */
function attributeOf(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function sentenceOf(error: CommanderError): string {
  const [, option = ''] = /'(--?[^\s'=]+)/.exec(error.message) ?? []
  if (error.code === 'commander.optionMissingArgument') return `${option} needs a value.`
  if (error.code === 'commander.unknownOption') {
    const near = proposalsIn(error)
    // A switch with a value is unknown as a whole, and resembles itself.
    if (near.includes(option)) return `${option} takes no value.`
    const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
    return `There is no option ${option}.${hint}`
  }
  return error.message.replace(/^error: /, '').split('\n')[0]!
}

/** Refuses a value that begins with a dash, unless it is written so that it cannot be an option. */
function refuseDashes(command: Command, line: readonly string[]): void {
  const end = line.indexOf('--')
  for (const [index, name] of (end === -1 ? line : line.slice(0, end)).entries()) {
    const value = line[index + 1]
    const takesValue = name.startsWith('--') && command.options[name.slice(2)]?.type === 'string'
    if (!takesValue || value === undefined || !/^-./.test(value)) continue
    if (/^-\d/.test(value)) throw new UsageError(`${name}: write ${name}=${value}.`)
    throw new UsageError(`${name} needs a value; one that begins with a dash is written ${name}=….`)
  }
}
