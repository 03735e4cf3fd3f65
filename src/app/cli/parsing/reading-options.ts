import type { ParseArgsOptionsConfig } from 'node:util'
import {
  type ColumnRole,
  columnRoles,
  type NamedColumn,
  type ChosenReading,
} from '#/sources/files/at-once/name-columns.ts'
import { choiceOption, type Invocation, textOption, UsageError } from './command.ts'

/** The options that say how a statement file is to be read. */
export const readingOptions = {
  // The sign of spending in the column of amounts.
  spending: { type: 'string' },
  // The columns by role, each by its name in the header or its position from 1.
  columns: { type: 'string' },
  'date-order': { type: 'string' },
  decimal: { type: 'string' },
  // The column that says which rows are booked, or `none`.
  status: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

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
