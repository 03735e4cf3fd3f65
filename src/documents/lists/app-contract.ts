import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { searched } from '#/budget/transactions/app-contract.ts'

/** The lists that are exported. */
export const listNames = ['transactions', 'splits', 'accounts', 'set_asides', 'ledger'] as const

export type ListName = (typeof listNames)[number]

/** The choices of a person about an exported list, beside its filters. */
const shape = {
  list: z.enum(listNames).default('transactions'),
  format: z.enum(['csv', 'xlsx']),
  headings: z
    .enum(['plain', ...languageTags])
    .default('plain')
    .describe('`plain`: the names that programs read. They never change.'),
  bom: z
    .enum(['true', 'false'])
    .default('false')
    .describe('`true`: CSV begins with a byte order mark, by which Excel knows its encoding.'),
}

/** Endpoints for lists that leave Earmark as files. */
export const listsApp = {
  exportList: endpoint({
    method: 'GET',
    path: '/list-export',
    tag: 'Export',
    summary: 'Export a list as CSV or as a workbook, with the filters of its screen',
    description:
      'Transactions and their parts take all filters, the ledger takes `from` and `to`, and the others none. `page` and ' +
      '`limit` are accepted and change nothing. The answer is a file (docs/export.md).',
    cost: 40,
    heavy: true,
    scope: 'data.read',
    standing: 'any',
    separate: true,
    stream: true,
    query: searched.safeExtend(shape),
    response: z.looseObject({}),
  }),
}
