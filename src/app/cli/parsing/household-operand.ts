import type { Command } from './command.ts'

/** The operand that an API key makes needless. */
export const HOUSEHOLD_OPERAND = 'HOUSEHOLD_ID'

/** The same command without HOUSEHOLD_ID: how it is typed where an API key says which household is meant. */
export function withoutHousehold(command: Command): Command {
  const { operands, examples } = command
  return {
    ...command,
    operands: operands.filter((operand) => operand !== HOUSEHOLD_OPERAND),
    ...(examples && {
      examples: examples.map((line) => line.replace(` ${HOUSEHOLD_OPERAND}`, '')),
    }),
  }
}
