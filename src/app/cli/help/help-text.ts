import { Command as Program, type Help, type Option } from 'commander'
import type { Command } from '#/app/cli/parsing/command.ts'
import { optionsOf, programOf } from '#/app/cli/parsing/program.ts'
import { groupTitles } from './groups.ts'
import { operandText } from './operand-text.ts'
import { operandsOf, optionTerm, showsChoices } from './synopsis.ts'

export type Asked = {
  readonly commands: readonly Command[]
  readonly topic: string
  readonly isWhole: boolean
}

/** Writes the help on the program, on a group or on one command, as wide as the terminal and plain elsewhere. */
export function helpText({ commands, topic, isWhole }: Asked): string {
  const [only] = commands
  if (only && commands.length === 1) return commandHelp(only)
  if (topic !== '') return listHelp(`earmark ${topic} …`, commands, { heading: () => 'Commands:' })
  const shown = isWhole ? commands : commands.filter(({ common }) => common !== undefined)
  const heading = (command: Command) => groupTitles[command.group]
  const list = listHelp('earmark COMMAND', shown, { heading, isBrief: !isWhole })
  const more: readonly (readonly [string, string])[] = [
    ...(isWhole ? [] : [['earmark help --all', 'Every command'] as const]),
    ['earmark COMMAND --help', 'Its operands and options, with examples'],
    ['earmark --version', 'The version of Earmark'],
  ]
  return `${list}\n\n${more.map(([line, text]) => `${line.padEnd(24)}${text}`).join('\n')}`
}

type ListForm = {
  readonly heading: (command: Command) => string
  readonly isBrief?: boolean
}

function listHelp(usage: string, commands: readonly Command[], form: ListForm): string {
  const program = new Program('earmark').helpOption(false).helpCommand(false)
  const groups = Object.keys(groupTitles)
  const ordered = commands.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  for (const command of ordered) {
    const { words, summary, common } = command
    const text = form.isBrief ? (common ?? summary) : summary
    program.addCommand(new Program(words).summary(text).helpGroup(form.heading(command)))
  }
  program.configureHelp({
    ...styles,
    commandUsage: () => usage,
    subcommandTerm: (each) => each.name(),
  })
  return program.helpInformation().trimEnd()
}

function commandHelp(command: Command): string {
  const program = programOf(command)
  const names = [
    ...command.operands,
    ...(command.optionalOperand === undefined ? [] : [command.optionalOperand]),
  ]
  for (const name of names) program.argument(`[${name}]`, operandText(command, name))
  const options = optionsOf(command)
  program.configureHelp({
    ...styles,
    commandUsage: () => usageOf(command),
    optionTerm: (option) => {
      const own = options[nameOf(option)]
      return own && !option.negate ? optionTerm(nameOf(option), own) : option.flags
    },
    optionDescription: (option) => descriptionOf(command, option),
  })
  const examples = (command.examples ?? []).map((line) => `  earmark ${line}`)
  return [
    program.helpInformation().trimEnd(),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples]),
  ].join('\n')
}

function usageOf(command: Command): string {
  const needed = Object.entries(command.options)
    .filter(([, { required }]) => required)
    .map(([name, option]) => optionTerm(name, option))
  return ['earmark', command.words, operandsOf(command), ...needed, '[options]']
    .filter((part) => part !== '')
    .join(' ')
}

function descriptionOf(command: Command, option: Option): string {
  const own = optionsOf(command)[nameOf(option)]
  if (!own || option.negate) return option.description
  const facts = [
    ...(own.required ? ['needed'] : []),
    ...(own.choices && !showsChoices(own)
      ? [`${own.list ? 'of' : 'one of'} ${own.choices.join(', ')}`]
      : []),
    ...(own.default === undefined ? [] : [`default ${own.default}`]),
    ...(own.env === undefined ? [] : [`or ${own.env}`]),
    ...(own.multiple ? ['may be repeated'] : []),
  ]
  return facts.length === 0 ? own.description : `${own.description} (${facts.join('; ')})`
}

function nameOf({ long }: Option): string {
  return (long ?? '').replace(/^--(?:no-)?/, '')
}

const styles: Partial<Help> = {
  minWidthToWrap: 20,
  styleTitle: (text) => `\u001b[1m${text}\u001b[22m`,
}
