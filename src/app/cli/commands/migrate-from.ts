import { MOVE_BYTES_MAX, applications } from '#/core/values/moves.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { accountType } from '#/budget/accounts/contract.ts'
import { currencyDigits, isCurrencyCode, parseMoney } from '#/core/values/money.ts'
import { growSlowly } from '#/platform/runtime/grow-slowly.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Choices, NO_CHOICES } from '#/sources/moving-in/app-contract.ts'
import { type MoveFile } from '#/sources/moving-in/applications/move-file.ts'
import { MoveFault, OpenQuestion } from '#/sources/moving-in/applications/move-fault.ts'
import { moveNow, previewMoveNow, undoMoveNow } from '#/sources/moving-in/move-now.ts'
import {
  choiceOption,
  type Command,
  CommandError,
  FileFault,
  type Invocation,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { moveText, undoneText } from '#/app/cli/words/move-text.ts'

const undoMove: Command = {
  words: 'migrate-from undo',
  group: 'accounts',
  summary: 'Takes a move back; what people have changed since stays, unless --with-changed.',
  operands: ['MOVE_ID'],
  options: {
    'with-changed': {
      type: 'boolean',
      description: 'Removes what people have changed since, too.',
    },
  },
  run: async (invocation) => {
    const moveId = idOperand(invocation, 0)
    const changed = invocation.options['with-changed'] === true ? 'remove' : 'keep'
    const move = await invocation.withRuntime((runtime) =>
      undoMoveNow(runtime, { moveId, changed }),
    )
    return {
      json: { move_id: move.id, status: move.status, kept: move.kept },
      text: undoneText(move),
    }
  },
}

const migrateFrom: Command = {
  words: 'migrate-from',
  group: 'accounts',
  common: 'Move in from YNAB, Actual, Firefly, …',
  summary:
    'Moves in from another application: accounts, categories, payments; budgets and schedules as proposals.',
  operands: ['APPLICATION', 'FILE'],
  takesMore: true,
  operandChoices: { APPLICATION: applications },
  options: {
    household: {
      type: 'string',
      description: 'The household that moves in; needed if there are several.',
      value: 'HOUSEHOLD_ID',
    },
    'dry-run': { type: 'boolean', description: 'Stores nothing, and says what would be taken.' },
    currency: {
      type: 'string',
      description: 'The currency of the files, if they do not say it.',
      value: 'CODE',
    },
    'date-order': {
      type: 'string',
      description: 'The order of day, month and year.',
      choices: ['dmy', 'mdy', 'ymd'],
    },
    spending: {
      type: 'string',
      description: 'The sign of spending in the column of amounts.',
      choices: ['plus', 'minus'],
    },
    balance: {
      type: 'string',
      description: 'What an account holds today, such as Checking=-12.34.',
      value: 'ACCOUNT=AMOUNT',
      multiple: true,
    },
    type: {
      type: 'string',
      description: 'The type of an account, such as Visa=credit.',
      value: 'ACCOUNT=TYPE',
      multiple: true,
    },
    leave: {
      type: 'string',
      description: 'An account that stays behind.',
      value: 'ACCOUNT',
      multiple: true,
    },
  },
  examples: ["migrate-from ynab 'YNAB Export.zip' --dry-run"],
  run: async (invocation) => {
    const [named, ...paths] = invocation.operands
    const app = applications.find((one) => one === named)
    if (app === undefined) throw new UsageError(`APPLICATION: one of ${applications.join(', ')}.`)
    const said = textOption(invocation, 'household')
    const wanted = said === undefined ? null : readId(said)
    const isDry = invocation.options['dry-run'] === true
    const files = await Promise.all(paths.map(openFile))
    return invocation
      .withRuntime(async (runtime) => {
        const { id: householdId, currency } = await findHousehold(runtime, wanted)
        const choices = readChoices(invocation, currency)
        const moving = { householdId, app, files, choices }
        const result = isDry
          ? await previewMoveNow(runtime, moving)
          : await growSlowly(() => moveNow(runtime, moving))
        return { json: { application: app, ...result }, text: moveText(result) }
      })
      .catch((error: unknown) => {
        throw error instanceof MoveFault ? new FileFault(faultText(error)) : error
      })
  },
}

export const moveCommands: readonly Command[] = [undoMove, migrateFrom]

/** Finds the household; without an id the only one. */
async function findHousehold(
  { db }: Runtime,
  wanted: string | null,
): Promise<{ id: string; currency: string }> {
  const found = await db
    .selectFrom('households')
    .select(['household_id', 'currency'])
    .$if(wanted !== null, (query) => query.where('household_id', '=', wanted!))
    .limit(2)
    .execute()
  const [one] = found
  if (!one) throw new CommandError('There is no such household.')
  if (found.length > 1)
    throw new UsageError('--household is missing: there are several households.')
  return { id: one.household_id, currency: one.currency }
}

function readChoices(invocation: Invocation, household: string): Choices {
  const currency = textOption(invocation, 'currency')?.toUpperCase() ?? null
  if (currency !== null && !isCurrencyCode(currency)) {
    throw new UsageError('--currency: three letters, such as EUR.')
  }
  const accounts = new Map<string, Choices['accounts'][number]>()
  const change = (key: string, part: Partial<Choices['accounts'][number]>) => {
    const none = { key, take: true, type: null, subtype: null, balance: null }
    accounts.set(key, { ...none, ...accounts.get(key), ...part })
  }
  for (const key of listOption(invocation, 'leave')) change(key, { take: false })
  for (const [key, word] of pairsOption(invocation, 'type')) {
    const type = accountType.options.find((known) => known === word)
    if (type === undefined) {
      throw new UsageError(`--type ${key}: one of ${accountType.options.join(', ')}.`)
    }
    change(key, { type })
  }
  for (const [key, text] of pairsOption(invocation, 'balance')) {
    const balance = parseMoney(text, currencyDigits(currency ?? household))
    if (typeof balance !== 'number')
      throw new UsageError(`--balance ${key}: an amount such as -12.34.`)
    change(key, { balance })
  }
  return {
    ...NO_CHOICES,
    currency,
    date_order: choiceOption(invocation, 'date-order', ['dmy', 'mdy', 'ymd']) ?? null,
    spending: choiceOption(invocation, 'spending', ['plus', 'minus']) ?? null,
    accounts: [...accounts.values()],
  }
}

function listOption({ options }: Invocation, name: string): string[] {
  const value = options[name]
  return Array.isArray(value) ? value.map(String) : []
}

function pairsOption(invocation: Invocation, name: string): (readonly [string, string])[] {
  return listOption(invocation, name).map((text) => {
    const at = text.lastIndexOf('=')
    if (at < 1) throw new UsageError(`--${name}: write ACCOUNT=…`)
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  })
}

function faultText(fault: MoveFault): string {
  const { file, line, message } = fault
  const option = fault instanceof OpenQuestion ? optionFor(fault) : ''
  const place = [file, line === null ? null : `line ${line}`]
    .filter((part) => part !== null)
    .join(' ')
  return `${place === '' ? '' : `${place}: `}${message}${option}`
}

function optionFor({ question }: OpenQuestion): string {
  return question === 'date_order'
    ? ' Say --date-order dmy or mdy.'
    : ' Say --spending plus or minus.'
}

async function openFile(path: string): Promise<MoveFile & { bytes: number }> {
  try {
    const { size } = await stat(path)
    for await (const _ of createReadStream(path, { end: 0 })) break
    if (size > MOVE_BYTES_MAX) throw new Error('it is larger than 50 MB.')
    const open = () => createReadStream(path) as AsyncIterable<Buffer>
    return { name: basename(path), bytes: size, open }
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
