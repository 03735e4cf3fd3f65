import type { Command, CommandOption } from '#/app/cli/parsing/command.ts'

/** Longer choices stand in the description. */
const CHOICES_WIDTH = 18

/** Writes an option as it is typed: `--role member|owner`. */
export function optionTerm(name: string, option: CommandOption): string {
  return option.type === 'boolean' ? `--${name}` : `--${name} ${valueOf(option)}`
}

function valueOf(option: CommandOption): string {
  const { value, choices, list } = option
  if (value !== undefined || !choices) return value ?? 'TEXT'
  if (showsChoices(option)) return choices.join('|')
  return list ? 'WORD,…' : 'WORD'
}

/** Returns true if the term of an option names its choices. */
export function showsChoices({ value, choices, list }: CommandOption): boolean {
  return (
    !list &&
    value === undefined &&
    (choices?.join('|').length ?? CHOICES_WIDTH + 1) <= CHOICES_WIDTH
  )
}

/** Writes the operands: `HOUSEHOLD_ID EXPENSE [AMOUNT]`. */
export function operandsOf(command: Command): string {
  const { operands, optionalOperand, takesMore } = command
  return [
    ...operands.map((name, at) => (takesMore && at === operands.length - 1 ? `${name}…` : name)),
    ...(optionalOperand === undefined ? [] : [`[${optionalOperand}]`]),
  ].join(' ')
}

/** Writes the rest of a command's line: operands, what it needs, and what it may have. */
export function synopsisOf(command: Command): string {
  const options = Object.entries(command.options)
  return [
    operandsOf(command),
    ...options.filter(([, { required }]) => required).map(([name, one]) => optionTerm(name, one)),
    ...options
      .filter(([, { required }]) => !required)
      .map(([name, one]) => `[${optionTerm(name, one)}]${one.multiple ? '…' : ''}`),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
