import type * as z from 'zod'
import { recordInstanceEvent } from '#/access/sessions/record-event.ts'
import { decode } from '#/app/http/wire/decode.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand } from '#/app/cli/parsing/operands.ts'
import { archiveApp } from '#/documents/archive/app-contract.ts'
import { exportDocument } from '#/documents/export.ts'
import { journalsApp } from '#/documents/journals/app-contract.ts'
import { listNames, listsApp } from '#/documents/lists/app-contract.ts'
import { languageTags } from '#/core/values/languages.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** The kinds of files; without any of them the document is printed. */
const kinds = ['csv', 'xlsx', 'hledger', 'beancount', 'archive'] as const

type Kind = (typeof kinds)[number]
type Pieces = AsyncIterable<string | Uint8Array>

export const exportCommand: Command = {
  words: 'export',
  group: 'people',
  summary:
    'Prints a household as a document, including its history (`load` creates an equal one from it), or a list, a journal or the archive of a year.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    csv: { type: 'boolean', description: 'A list as CSV.' },
    xlsx: { type: 'boolean', description: 'A list as a workbook of Excel.' },
    hledger: { type: 'boolean', description: 'A journal for hledger.' },
    beancount: { type: 'boolean', description: 'A journal for Beancount.' },
    archive: { type: 'string', value: 'YEAR', description: 'Everything of a year as one ZIP.' },
    list: { type: 'string', choices: listNames, description: 'The list for CSV and Excel.' },
    search: { type: 'string', description: 'Words, amounts and operators, as on the screen.' },
    type: {
      type: 'string',
      choices: ['expense', 'income', 'transfer'],
      description: 'Only transactions of this type.',
    },
    account: { type: 'string', value: 'ACCOUNT_ID', description: 'Only this account.' },
    category: { type: 'string', value: 'CATEGORY_ID', description: 'Only this category.' },
    'without-category': { type: 'boolean', description: 'Only those without a category.' },
    'set-aside': { type: 'string', value: 'EXPENSE_ID', description: 'Only this set-aside.' },
    sort: {
      type: 'string',
      choices: ['booked_at', 'created_at'],
      description: 'The order, newest first.',
    },
    from: { type: 'string', value: 'DAY', description: 'First day, inclusive.' },
    to: { type: 'string', value: 'DAY', description: 'Last day, inclusive.' },
    headings: {
      type: 'string',
      choices: ['plain', ...languageTags],
      description: 'The language of headings; `plain` never changes.',
    },
    bom: { type: 'boolean', description: 'Begins CSV with a byte order mark, for Excel.' },
    language: {
      type: 'string',
      choices: languageTags,
      description: 'The language of the summary in an archive.',
    },
  },
  examples: [
    'export HOUSEHOLD_ID > household.json',
    'export HOUSEHOLD_ID --csv --from 2025-01-01 > 2025.csv',
  ],
  run: async (invocation) => {
    const id = idOperand(invocation, 0)
    const kind = kindOf(invocation)
    const write = writers[kind ?? 'document'](invocation, id)
    if ((kind === 'xlsx' || kind === 'archive') && invocation.isTerminal) {
      throw new CommandError('This file is not text: send it to a file with `> NAME`.')
    }
    await invocation.withRuntime(async (runtime) => {
      const pieces = await write(runtime)
      let isFirst = true
      for await (const piece of pieces) {
        if (isFirst) await recordInstanceEvent(runtime, 'household.export', id)
        isFirst = false
        await invocation.print(piece)
      }
    })
    return null
  },
}

function kindOf({ options }: Invocation): Kind | null {
  const asked = kinds.filter((kind) => options[kind] !== undefined)
  const [kind = null, other] = asked
  if (other) throw new UsageError(`--${kind} goes without --${other}.`)
  return kind
}

/** Reads the options first, so that a mistake is reported before the database is opened. */
type Writer = (invocation: Invocation, id: string) => (runtime: Runtime) => Pieces | Promise<Pieces>

const writers: Readonly<Record<Kind | 'document', Writer>> = {
  document: (invocation, id) => {
    queryOf(invocation, {})
    return (runtime) => exportDocument(runtime, id)
  },
  csv: writeList,
  xlsx: writeList,
  hledger: writeJournal,
  beancount: writeJournal,
  archive: (invocation, id) => {
    const given = queryOf(invocation, {
      archive: 'year',
      headings: 'headings',
      language: 'language',
    })
    const request = read(archiveApp.exportArchive.query, { ...given, year: yearOf(given['year']) })
    return async (runtime) => {
      const { exportArchive } = await import('#/documents/archive/export-archive.ts')
      return exportArchive(runtime, id, request)
    }
  },
}

function writeList(invocation: Invocation, id: string): ReturnType<Writer> {
  const given = queryOf(invocation, {
    list: 'list',
    search: 'search',
    type: 'type',
    account: 'account_id',
    category: 'category_id',
    'without-category': 'without_category',
    'set-aside': 'expense_goal_id',
    sort: 'sort',
    from: 'from',
    to: 'to',
    headings: 'headings',
    bom: 'bom',
  })
  const query = { ...given, format: invocation.options['csv'] === true ? 'csv' : 'xlsx' }
  const asked = read(listsApp.exportList.query, query)
  const { list, format, headings, bom, sort, page: _, limit: _l, ...filter } = asked
  return async (runtime) => {
    const { exportList } = await import('#/documents/lists/export-list.ts')
    const request = { list, format, headings, sort, filter, bom: bom === 'true' }
    return exportList(runtime, id, request)
  }
}

function writeJournal(invocation: Invocation, id: string): ReturnType<Writer> {
  const given = queryOf(invocation, { account: 'account_id', from: 'from', to: 'to' })
  const query = {
    ...given,
    format: invocation.options['hledger'] === true ? 'hledger' : 'beancount',
  }
  const { format: dialect, ...period } = read(journalsApp.exportJournal.query, query)
  return async (runtime) => {
    const { exportJournal } = await import('#/documents/journals/journal.ts')
    return exportJournal(runtime, id, { dialect, period })
  }
}

/** Validates options as the same request over HTTP would be. */
function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  decode(schema, given, 'query')
  return schema.parse(given)
}

/** Returns a number if it is one; any other text is refused by its name. */
function yearOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** Returns the options as the fields of a query. Refuses those that such a file does not have. */
function queryOf(
  invocation: Invocation,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = new Set<string>([...kinds, 'json', 'help'])
  const given = Object.keys(invocation.options).filter((name) => {
    return invocation.options[name] !== undefined && (name in fields || !own.has(name))
  })
  return Object.fromEntries(
    given.map((name) => {
      const field = fields[name]
      if (field === undefined) throw new UsageError(`--${name} does not go with this export.`)
      return [field, textOption(invocation, name) ?? 'true']
    }),
  )
}
