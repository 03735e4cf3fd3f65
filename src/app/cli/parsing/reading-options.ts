import {
  type ColumnRole,
  columnRoles,
  type NamedColumn,
  type ChosenReading,
} from '#/sources/files/at-once/column-roles.ts'
import {
  choiceOption,
  type CommandOptions,
  type Invocation,
  textOption,
  UsageError,
} from './command.ts'

/** The options that say how a statement file is to be read. The choice is remembered for the account's files with this header. */
export const readingOptions = {
  spending: {
    type: 'string',
    description: 'The sign of spending in the column of amounts.',
    choices: ['plus', 'minus'],
  },
  columns: {
    type: 'string',
    description: 'The columns by role, each by its name in the header or its position from 1.',
    value: 'ROLE=COLUMN,…',
  },
  'date-order': {
    type: 'string',
    description: 'The order of day, month and year.',
    choices: ['dmy', 'mdy', 'ymd'],
  },
  decimal: { type: 'string', description: 'The sign before the decimals.', choices: [',', '.'] },
  status: {
    type: 'string',
    description: 'The column that says which rows are booked; `none`: all are.',
    value: 'COLUMN|none',
  },
} as const satisfies CommandOptions

/** Reads the options about the file; what is not said is detected. */
export function readReading(invocation: Invocation): ChosenReading {
  return {
    spending: choiceOption(invocation, 'spending', ['plus', 'minus']),
    dateOrder: choiceOption(invocation, 'date-order', ['dmy', 'mdy', 'ymd']),
    decimal: choiceOption(invocation, 'decimal', [',', '.']),
    columns: readColumns(textOption(invocation, 'columns')),
    status: textOption(invocation, 'status'),
  }
}

/** Words that people use for the roles, besides their names. */
const otherNames: Readonly<Record<string, ColumnRole>> = {
  out: 'debit',
  in: 'credit',
  payee: 'merchant',
  who: 'merchant',
  purpose: 'description',
}

function readColumns(said: string | undefined): readonly NamedColumn[] | undefined {
  if (said === undefined) return undefined
  // A name may contain a comma, so only a comma before the next role ends it.
  return said.split(/,(?=[a-z]{1,20}=)/).map((part) => {
    const at = part.indexOf('=')
    const word = part.slice(0, at).trim()
    const role = otherNames[word] ?? columnRoles.find((one) => one === word)
    const named = part.slice(at + 1).trim()
    if (at < 1 || !role || named === '') {
      throw new UsageError(
        `--columns: \`${part}\` is not ROLE=COLUMN, with a column’s name or number or “none”, and one of ${columnRoles.join(', ')}.`,
      )
    }
    return { role, named }
  })
}
