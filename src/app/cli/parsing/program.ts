import { Command as Program, CommanderError, Option } from 'commander'
import { type Command, type CommandOption, type CommandOptions, UsageError } from './command.ts'

const ofLists: CommandOptions = {
  csv: { type: 'boolean', description: 'Prints the list as CSV, with all columns.' },
  long: { type: 'boolean', description: 'Shows all columns.' },
}
const ofReaching: CommandOptions = {
  profile: {
    type: 'string',
    description:
      'Asks the instance of this profile, for the household of its key: no HOUSEHOLD_ID then.',
    value: 'NAME',
  },
}
const ofAll: CommandOptions = {
  json: { type: 'boolean', description: 'Prints exactly one JSON value.' },
}

/** The heading of the options that commands share. */
const EVERYWHERE = 'Everywhere:'

/** Returns the options of a command with those that commands share. */
export function optionsOf({ options, lists, reach }: Command): CommandOptions {
  const isReaching = reach === 'household' || reach === 'key'
  return { ...options, ...(isReaching && ofReaching), ...(lists && ofLists), ...ofAll }
}

/** Makes commander's form of one command, for its line and its help. It neither prints nor ends the process. */
export function programOf(command: Command): Program {
  const program = quiet(new Program(`earmark ${command.words}`))
    .description(command.summary)
    .allowExcessArguments(true)
  for (const [name, option] of Object.entries(optionsOf(command))) {
    for (const each of optionsFor(name, option)) {
      program.addOption(name in command.options ? each : each.helpGroup(EVERYWHERE))
    }
  }
  return program.addHelpOption(new Option('-h, --help', 'Shows this help.').helpGroup(EVERYWHERE))
}

/** Makes the option, and the one that switches it off. */
function optionsFor(name: string, option: CommandOption): readonly Option[] {
  const { type, description, choices, env } = option
  const made = new Option(type === 'boolean' ? `--${name}` : `--${name} <value>`, description)
  if (choices) made.choices(choices)
  if (type === 'string') {
    made.argParser<string | readonly string[]>((value, before) => {
      checkChoice(name, option, value)
      if (option.multiple !== true) return value
      return [...(Array.isArray(before) ? (before as readonly string[]) : []), value]
    })
  }
  if (env !== undefined) made.env(env)
  if (option.negatable !== true) return [made]
  return [made, new Option(`--no-${name}`, `Switches --${name} off.`)]
}

function checkChoice(name: string, { choices, list }: CommandOption, value: string): void {
  if (!choices) return
  if (list && (value === '' || value === 'none')) return
  const given = list ? value.split(',').map((one) => one.trim()) : [value]
  const unknown = given.find((one) => !choices.includes(one))
  if (unknown === undefined) return
  const [near] = similar(unknown, choices)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  const all = choices[0] === 'true' ? choices.join(' or ') : `one of ${choices.join(', ')}`
  throw new UsageError(`--${name}: ${all}.${hint}`)
}

/** Returns the words that look most like a mistyped one. */
export function similar(typed: string, words: Iterable<string>): readonly string[] {
  const program = quiet(new Program('earmark')).helpCommand(false)
  for (const word of new Set(words)) program.addCommand(new Program(word).action(() => {}))
  try {
    program.parse([typed], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return proposalsIn(error)
  }
  return []
}

const PROPOSAL = '\n(Did you mean '

/** Reads the proposals that commander puts behind its message: `(Did you mean one of --long, --json?)`. */
export function proposalsIn({ message }: CommanderError): readonly string[] {
  const at = message.lastIndexOf(PROPOSAL)
  if (at === -1) return []
  const words = message.slice(at + PROPOSAL.length, -'?)'.length)
  return words.replace(/^one of /, '').split(', ')
}

function quiet(program: Program): Program {
  const nowhere = () => {}
  return program
    .exitOverride()
    .configureOutput({ writeOut: nowhere, writeErr: nowhere, outputError: nowhere })
}
