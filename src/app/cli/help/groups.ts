import type { Command } from '#/app/cli/parsing/command.ts'

/** The headings of the groups of commands, in the order of the help. */
export const groupTitles: Readonly<Record<Command['group'], string>> = {
  server: 'Server',
  people: 'Households and people',
  budget: 'Budget',
  accounts: 'Accounts, banks and files',
  programs: 'Programs',
}
