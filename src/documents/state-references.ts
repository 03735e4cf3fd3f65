import type { Document } from './document.ts'
import { DocumentFault } from './document-fault.ts'
import { type ListName, type Refs, resolve } from './refs.ts'
import type { State } from './state.ts'

const keyed = [
  'members',
  'accounts',
  'categories',
  'category_rules',
  'funding_schedules',
  'expense_groups',
  'expenses',
  'transactions',
] as const satisfies readonly ListName[]

/** Checks the `state` section against the rest of the document. Throws a DocumentFault. */
export function checkState(state: State, document: Document, refs: Refs): void {
  for (const list of keyed) {
    for (const ref of Object.keys(state[list])) {
      resolve(refs, list, { ref, path: `state.${list}.${ref}` })
    }
  }
  checkAccounts(state, document)
  checkSettlements(state, refs)
  checkOwnIds(state, document)
  checkTransfers(state, refs)
  checkMoves(state, refs)
  checkLedger(state, refs)
  checkPaydays(state, refs)
  checkAssignments(state, refs)
  checkStated(state, refs)
  checkChanges(state, refs)
  checkBalances(state, document)
}

function checkAccounts(state: State, { accounts }: Document): void {
  const wrong = accounts.find(({ ref, subscribed }) => subscribed && state.accounts[ref]?.hidden)
  if (wrong) {
    throw new DocumentFault(`state.accounts.${wrong.ref}.hidden`, 'The account is subscribed.')
  }
}

function checkSettlements({ transactions }: State, refs: Refs): void {
  for (const [ref, entry] of Object.entries(transactions)) {
    const { settlement, settlements, category_why: why, expense_why: reason } = entry
    const path = `state.transactions.${ref}`
    if (why?.by === 'rule') {
      resolve(refs, 'category_rules', { ref: why.rule, path: `${path}.category_why.rule` })
    }
    const shares = (settlements ?? []).map((share, index) => {
      return [share, `${path}.settlements[${index}]`] as const
    })
    for (const [share, at] of settlement ? [[settlement, `${path}.settlement`] as const] : shares) {
      resolve(refs, 'expenses', { ref: share.expense, path: `${at}.expense` })
      resolve(refs, 'expenses', { ref: share.card_expense, path: `${at}.card_expense` })
    }
    if (reason?.by === 'rule') {
      resolve(refs, 'category_rules', { ref: reason.rule, path: `${path}.expense_why.rule` })
    }
  }
}

/** Checks the values that the database requires to be unique among transactions. */
function checkOwnIds(state: State, { transactions }: Document): void {
  const external = new Set<string>()
  const retries = new Set<string>()
  const claim = (taken: Set<string>, value: string, path: string) => {
    if (taken.has(value)) throw new DocumentFault(path, 'Another transaction has this already.')
    taken.add(value)
  }
  for (const { ref, account } of transactions) {
    const entry = state.transactions[ref]
    if (!entry) continue
    const { external_id: id, idempotency_key: key, provider } = entry
    const path = `state.transactions.${ref}`
    if (id !== null && provider === 'manual') {
      claim(external, JSON.stringify([account, id]), `${path}.external_id`)
    }
    if (key !== null) claim(retries, key, `${path}.idempotency_key`)
  }
}

function checkTransfers({ expense_transfers: transfers }: State, refs: Refs): void {
  const retries = new Set<string>()
  transfers.forEach(({ from, to, member, key, idempotency_key: retry }, index) => {
    const path = `state.expense_transfers[${index}]`
    resolve(refs, 'expenses', { ref: from, path: `${path}.from` })
    resolve(refs, 'expenses', { ref: to, path: `${path}.to` })
    resolve(refs, 'members', { ref: member, path: `${path}.member` })
    resolve(refs, 'keys', { ref: key, path: `${path}.key` })
    if (from === to)
      throw new DocumentFault(`${path}.to`, 'This is the Expense that the money comes from.')
    if (retry === null) return
    if (retries.has(retry)) {
      throw new DocumentFault(`${path}.idempotency_key`, 'Another transfer has this already.')
    }
    retries.add(retry)
  })
}

function checkMoves({ expense_moves: moves }: State, refs: Refs): void {
  moves.forEach(({ expense }, index) => {
    resolve(refs, 'expenses', { ref: expense, path: `state.expense_moves[${index}].expense` })
  })
}

function checkLedger({ ledger, expense_transfers: transfers }: State, refs: Refs): void {
  ledger.forEach((entry, index) => {
    const path = `state.ledger[${index}]`
    resolve(refs, 'expenses', { ref: entry.from, path: `${path}.from` })
    resolve(refs, 'expenses', { ref: entry.to, path: `${path}.to` })
    resolve(refs, 'transactions', { ref: entry.transaction, path: `${path}.transaction` })
    if (entry.transfer !== null && entry.transfer >= transfers.length) {
      throw new DocumentFault(`${path}.transfer`, 'There is no such transfer.')
    }
    for (const side of ['from', 'to'] as const) {
      if ((entry[side] === null) !== (entry[`${side}_lane`] === 'free')) {
        throw new DocumentFault(`${path}.${side}_lane`, 'Only the lane `free` has no Expense.')
      }
    }
    if (entry.from === entry.to && entry.from_lane === entry.to_lane) {
      throw new DocumentFault(`${path}.to_lane`, 'The money would not move.')
    }
  })
}

function checkPaydays({ paydays, payday_fundings: fundings }: State, refs: Refs): void {
  const seen = new Set<string>()
  const once = (path: string, ...parts: readonly string[]) => {
    const text = JSON.stringify(parts)
    if (seen.has(text)) throw new DocumentFault(path, 'This entry occurs twice.')
    seen.add(text)
  }
  paydays.forEach(({ funding_schedule: ref, nominal }, index) => {
    const path = `state.paydays[${index}]`
    resolve(refs, 'funding_schedules', { ref, path: `${path}.funding_schedule` })
    once(path, 'payday', ref, nominal)
  })
  fundings.forEach((funding, index) => {
    const path = `state.payday_fundings[${index}]`
    resolve(refs, 'expenses', { ref: funding.expense, path: `${path}.expense` })
    once(path, 'funding', funding.expense, funding.day)
    for (const kind of ['ordinary', 'ahead'] as const) {
      if (funding[`${kind}_funded`] > funding[`${kind}_planned`]) {
        throw new DocumentFault(`${path}.${kind}_funded`, 'This is more than was planned.')
      }
    }
  })
}

function checkAssignments(state: State, refs: Refs): void {
  const once = new Set<string>()
  const claim = (path: string, ...parts: readonly string[]) => {
    const key = JSON.stringify(parts)
    if (once.has(key)) throw new DocumentFault(path, 'This entry occurs twice.')
    once.add(key)
  }
  state.assignment_suggestions.forEach((one, index) => {
    const path = `state.assignment_suggestions[${index}]`
    const { transaction, expense, member, why } = one
    resolve(refs, 'transactions', { ref: transaction, path: `${path}.transaction` })
    resolve(refs, 'expenses', { ref: expense, path: `${path}.expense` })
    resolve(refs, 'members', { ref: member, path: `${path}.member` })
    const rule = why.by === 'rule' ? why.rule : null
    resolve(refs, 'category_rules', { ref: rule, path: `${path}.why.rule` })
    claim(path, 'suggestion', transaction, expense)
  })
  state.expense_payees.forEach(({ expense, merchant }, index) => {
    const path = `state.expense_payees[${index}]`
    resolve(refs, 'expenses', { ref: expense, path: `${path}.expense` })
    claim(path, 'payee', expense, merchant)
  })
}

function checkStated({ stated_balances: stated }: State, refs: Refs): void {
  stated.forEach(({ account, transaction }, index) => {
    const path = `state.stated_balances[${index}]`
    resolve(refs, 'accounts', { ref: account, path: `${path}.account` })
    resolve(refs, 'transactions', { ref: transaction, path: `${path}.transaction` })
  })
}

function checkChanges({ changes, payday_waits: waits }: State, refs: Refs): void {
  changes.forEach(({ member, subject }, index) => {
    const path = `state.changes[${index}]`
    resolve(refs, 'members', { ref: member, path: `${path}.member` })
    if (typeof subject === 'string' || subject.list === 'household') return
    if (!(subject.list in refs)) {
      throw new DocumentFault(`${path}.subject.list`, 'There is no such list.')
    }
    resolve(refs, subject.list as ListName, { ref: subject.ref, path: `${path}.subject.ref` })
  })
  const days = new Set<string>()
  waits.forEach(({ day, until }, index) => {
    const path = `state.payday_waits[${index}]`
    if (until < day) throw new DocumentFault(`${path}.until`, 'This is before the payday.')
    if (days.has(day)) throw new DocumentFault(path, 'This entry occurs twice.')
    days.add(day)
  })
}

/** Checks that the ledger adds up to the lanes, and the lanes to the balance. */
function checkBalances({ expenses: entries, ledger }: State, { expenses }: Document): void {
  const sums = new Map<string, number>()
  const add = (ref: string | null, lane: string, amount: number) => {
    const key = JSON.stringify([ref, lane])
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  for (const { from, from_lane, to, to_lane, amount } of ledger) {
    add(from, from_lane, -amount)
    add(to, to_lane, amount)
  }
  expenses.forEach(({ ref, balance }, index) => {
    const entry = entries[ref]
    if (!entry) {
      if (ledger.length === 0) return
      throw new DocumentFault(
        `state.expenses.${ref}`,
        'This entry is required if there is a ledger.',
      )
    }
    if (entry.ready + entry.building + entry.reserve !== balance) {
      throw new DocumentFault(
        `expenses[${index}].balance`,
        'The lanes in `state` do not add up to this.',
      )
    }
    if (ledger.length === 0) return
    for (const lane of ['ready', 'building', 'reserve'] as const) {
      if ((sums.get(JSON.stringify([ref, lane])) ?? 0) !== entry[lane]) {
        throw new DocumentFault(
          `state.expenses.${ref}.${lane}`,
          'The ledger does not add up to this.',
        )
      }
    }
  })
}
