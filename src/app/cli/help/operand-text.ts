import type { Command } from '#/app/cli/parsing/command.ts'

const texts: Readonly<Record<string, string>> = {
  HOUSEHOLD_ID: 'The household: `earmark household list`.',
  MEMBER_ID: 'The member: `earmark access HOUSEHOLD_ID --json`.',
  CONNECTION_ID: 'The connection: `earmark sync HOUSEHOLD_ID`.',
  DELIVERY_ID: 'The delivery: `earmark webhook deliveries ID`.',
  KEY_ID: 'The key: `earmark key list HOUSEHOLD_ID`.',
  EXPENSE_ID: 'The Expense: `earmark expense list HOUSEHOLD_ID`.',
  MOVE_ID: 'The id that the command to be undone has printed.',
  EXPENSE: 'The name or the id of the Expense.',
  AMOUNT: 'A whole number of cents: 2500 is 25.00.',
  EVENT: 'The event to send.',
  FILE: 'The file; `-` where the summary says so.',
  APPLICATION: 'The application that the files come from.',
  DAY: 'A day such as 2027-01-15.',
  ADDRESS: 'The address that gets a test mail.',
  IDENTITY_ID: 'The login at a provider: `earmark person show EMAIL`.',
  EMAIL: 'The address of the person’s account.',
  'EMAIL|ID': 'The address or the id of the person: `earmark person list`.',
  URL: 'The address of the instance, such as https://budget.example.',
  NAME: 'The name of the profile: `earmark profile list`.',
  SHELL: 'The shell that is to complete lines.',
}

/** Describes an operand of a command. The id of a record is explained by the command that lists it. */
export function operandText({ words, operandChoices }: Command, name: string): string {
  const [noun = ''] = words.split(' ')
  const choices = operandChoices?.[name]
  const text =
    name === 'ID' ? `The id from \`earmark ${noun} list HOUSEHOLD_ID\`.` : (texts[name] ?? '')
  return choices ? `${text} One of ${choices.join(', ')}.` : text
}
