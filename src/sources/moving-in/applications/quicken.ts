import type { Cents } from '#/core/values/cents.ts'
import { kindNamed } from './account-kind.ts'
import { type DecimalSign, decimalIn, readMoney } from './amounts.ts'
import { createOrderDetector, type DateOrder, requireDay } from './dates.ts'
import { categoryKey, createAnnouncer, createPairNames } from './notice-once.ts'
import { MoveFault, OpenQuestion } from './move-fault.ts'
import { headOf, type MoveFile } from './move-file.ts'
import { CORRECTION, type Moved, type MovedPart, type MovedRow, type ReadOptions } from './moved.ts'
import { type QifRecord, qifRecords } from './qif-records.ts'
import { encodingOf } from './text-lines.ts'

/** Reads QIF files of Quicken: lists of accounts and categories, and the registers of accounts. */
export async function* readQuicken(
  files: readonly MoveFile[],
  options: ReadOptions,
): AsyncGenerator<readonly Moved[]> {
  const announce = createAnnouncer()
  const pairName = createPairNames()
  for (const file of files) {
    const encoding = await encodingOf(file)
    const head = (await headOf(file)).toString('latin1')
    if (encoding === null || !/^(?:\u00EF\u00BB\u00BF)?\s*!/.test(head)) {
      throw new MoveFault(file.name, null, { name: 'move_other_files' })
    }
    const records = () => qifRecords(file, encoding)
    const notation = await detectNotation(file, records, options)
    const reading = { file, notation, announce, pairName, options }
    for await (const batch of records()) yield batch.flatMap((record) => eventsOf(record, reading))
  }
}

type Notation = {
  readonly order: DateOrder
  readonly decimal: DecimalSign
  /** The account of a register without a name. */
  readonly account: string
}

async function detectNotation(
  file: MoveFile,
  records: () => AsyncGenerator<readonly QifRecord[]>,
  options: ReadOptions,
): Promise<Notation> {
  const orders = createOrderDetector()
  let decimal: DecimalSign | null = null
  let account: string | null = null
  for await (const batch of records()) {
    for (const { list, fields } of batch) {
      if (list !== 'register') continue
      for (const { code, text } of fields) {
        if (code === 'D') orders.push(text)
        if (code === 'T' || code === '$') decimal ??= decimalIn(text)
      }
      const own = fields.find(({ code }) => code === 'L')?.text
      if (isOpening(fields)) account ??= accountIn(own ?? '')
    }
  }
  const found = orders.end()
  if (!('order' in found) && options.dateOrder === null) {
    throw new OpenQuestion(file.name, 'date_order', found.example)
  }
  return {
    order: options.dateOrder ?? ('order' in found ? found.order : 'mdy'),
    decimal: decimal ?? '.',
    account: account ?? nameOf(file),
  }
}

/** `/folder/Checking.qif` is the register of “Checking”. */
function nameOf({ name }: MoveFile): string {
  return (name.split('/').at(-1) ?? name).replace(/\.qif$/i, '').trim() || 'Quicken'
}

function isOpening(fields: QifRecord['fields']): boolean {
  const payee = fields.find(({ code }) => code === 'P')?.text ?? ''
  return /^(?:opening balance|starting balance|saldo inicial|anfangssaldo|solde initial)$/i.test(
    payee,
  )
}

/** Returns the account in a category field: `[Savings]`. Null if it names a category. */
function accountIn(text: string): string | null {
  return /^\[([^\]]+)\]/.exec(text)?.[1]?.trim() ?? null
}

type Reading = {
  readonly file: MoveFile
  readonly notation: Notation
  readonly announce: ReturnType<typeof createAnnouncer>
  readonly pairName: ReturnType<typeof createPairNames>
  readonly options: ReadOptions
}

function eventsOf(record: QifRecord, reading: Reading): Moved[] {
  const { announce, options } = reading
  const value = (code: string) => record.fields.find((field) => field.code === code)?.text ?? ''
  if (record.list === 'account') {
    const type = kindNamed(value('T'))
    return [...announce.account(value('N') || 'Account', { type, currency: options.currency })]
  }
  if (record.list === 'category') {
    const { group, name } = categoryIn(value('N'))
    return [
      ...announce.category(
        group,
        name,
        value('I') === '' && !record.fields.some(({ code }) => code === 'I') ? 'expense' : 'income',
      ),
    ]
  }
  if (record.list === 'investment') {
    const name = record.account ?? reading.notation.account
    return [
      ...announce.account(name, {
        type: { type: 'investment', subtype: null },
        currency: options.currency,
      }),
      { kind: 'left', reason: 'investment', name },
    ]
  }
  return record.list === 'register' ? registerEvents(record, reading) : []
}

/** Reads `Food:Groceries/Trip`: a category of a group, and a class after a slash. */
function categoryIn(text: string): { group: string | null; name: string; tag: string | null } {
  const [path = '', ...classes] = text.split('/')
  const [first = '', ...rest] = path.split(':').map((part) => part.trim())
  const tag = classes.join('/').trim() || null
  return rest.length === 0
    ? { group: null, name: first, tag }
    : { group: first, name: rest.join(': '), tag }
}

function registerEvents(
  { line, account: named, type, fields }: QifRecord,
  reading: Reading,
): Moved[] {
  const { file, notation, announce, options } = reading
  const account = named ?? notation.account
  const at = { file: file.name, line }
  const value = (code: string) => fields.find((field) => field.code === code)?.text ?? ''
  const money = (text: string): Cents =>
    readMoney(text, { decimal: notation.decimal, currency: options.currency, at })
  if (value('T') === '' && value('U') === '')
    throw new MoveFault(file.name, line, { name: 'no_amount' })
  const amount = money(value('T') || value('U'))
  const day = requireDay(value('D'), notation.order, at)
  const announced: Moved[] = [
    ...announce.account(account, { type: kindNamed(type), currency: options.currency }),
  ]
  const other = accountIn(value('L'))
  if (isOpening(fields) && (other === null || other === account)) {
    return [...announced, { kind: 'opening', account, amount }]
  }
  const pairOf = (text: string, size: Cents): string | undefined => {
    const target = accountIn(text)
    if (target === null) return undefined
    if (target === account) return CORRECTION
    const [from, to] = size < 0 ? [account, target] : [target, account]
    return reading.pairName({ from, to, day, amount: size, isOut: size < 0 })
  }
  const parts = splitsOf(fields, { money, pairOf })
  const own = categoryIn(other === null && parts.length === 0 ? value('L') : '')
  const categories = [
    value('L'),
    ...fields.filter(({ code }) => code === 'S').map(({ text }) => text),
  ]
    .filter((text) => text !== '' && accountIn(text) === null && !/^--Split--$/i.test(text))
    .map(categoryIn)
  const row: MovedRow = {
    kind: 'row',
    account,
    id: null,
    line,
    day,
    amount,
    payee: value('P') || other || '',
    original: null,
    category: categoryKey(own.group, own.name),
    notes: value('M') || null,
    tags: [...new Set(categories.flatMap(({ tag }) => tag ?? []))],
    isPending: value('C') === '' && fields.some(({ code }) => code === 'C'),
    pair: parts.length === 0 ? pairOf(value('L'), amount) : undefined,
    ...(parts.length > 0 && { parts }),
  }
  return [
    ...announced,
    ...categories.flatMap(({ group, name }) => announce.category(group, name)),
    row,
  ]
}

type Splitting = {
  readonly money: (text: string) => Cents
  readonly pairOf: (text: string, size: Cents) => string | undefined
}

/** Reads the parts of a split: each begins with its category, followed by its memo and its amount. */
function splitsOf(fields: QifRecord['fields'], { money, pairOf }: Splitting): MovedPart[] {
  const parts: { category: string; memo: string | null; amount: Cents }[] = []
  for (const { code, text } of fields) {
    const last = parts.at(-1)
    if (code === 'S') parts.push({ category: text, memo: null, amount: 0 })
    else if (code === 'E' && last) last.memo = text || null
    else if (code === '$' && last) last.amount = money(text)
  }
  return parts.map(({ category, memo, amount }): MovedPart => {
    const { group, name } = categoryIn(category)
    const pair = pairOf(category, amount)
    return {
      amount,
      note: memo,
      category: pair === undefined ? categoryKey(group, name) : null,
      ...(pair !== undefined && { pair }),
    }
  })
}
