import { canonicalEmail } from '#/core/values/canonical-email.ts'
import type { Document } from './document.ts'
import { DocumentFault } from './document-fault.ts'
import { checkKeys } from './key-terms.ts'
import { type Refs, refsOf, resolve } from './refs.ts'
import { checkState } from './state-references.ts'

/** Checks the relations between the values of a document. Throws a DocumentFault. */
export function checkReferences(document: Document): void {
  const refs = refsOf(document)
  checkMembers(document)
  checkKeys(document.keys)
  document.keys.forEach(({ member }, index) => {
    resolve(refs, 'members', { ref: member, path: `keys[${index}].member` })
    if (document.state?.members[member]?.removed_at) {
      throw new DocumentFault(`keys[${index}].member`, 'This member was removed.')
    }
  })
  checkCategories(document, refs)
  document.category_rules.forEach(({ account, category, expense }, index) => {
    const path = `category_rules[${index}]`
    resolve(refs, 'accounts', { ref: account, path: `${path}.account` })
    resolve(refs, 'categories', { ref: category, path: `${path}.category` })
    resolve(refs, 'expenses', { ref: expense, path: `${path}.expense` })
  })
  document.funding_schedules.forEach(({ account }, index) => {
    resolve(refs, 'accounts', { ref: account, path: `funding_schedules[${index}].account` })
  })
  checkExpenses(document, refs)
  document.transactions.forEach((transaction, index) => {
    const { account, category, expense } = transaction
    const path = `transactions[${index}]`
    resolve(refs, 'accounts', { ref: account, path: `${path}.account` })
    resolve(refs, 'categories', { ref: category, path: `${path}.category` })
    resolve(refs, 'expenses', { ref: expense, path: `${path}.expense` })
    checkParts(transaction, { path, refs })
  })
  checkSums(document)
  if (document.state) checkState(document.state, document, refs)
}

type At = { readonly path: string; readonly refs: Refs }

/** Checks that parts make up their transaction, and that its category and Expense are those that all parts have. */
function checkParts(transaction: Document['transactions'][number], { path, refs }: At): void {
  const { amount, splits } = transaction
  if (!splits) return
  splits.forEach((part, index) => {
    const at = `${path}.splits[${index}]`
    resolve(refs, 'categories', { ref: part.category, path: `${at}.category` })
    resolve(refs, 'expenses', { ref: part.expense, path: `${at}.expense` })
    if (Math.sign(part.amount) * Math.sign(amount) < 0) {
      throw new DocumentFault(`${at}.amount`, 'This part has not the sign of the whole.')
    }
  })
  if (splits.reduce((sum, part) => sum + part.amount, 0) !== amount) {
    throw new DocumentFault(`${path}.splits`, 'The parts do not add up to the amount.')
  }
  for (const field of ['category', 'expense'] as const) {
    const own = transaction[field]
    if (own !== null && splits.some((part) => part[field] !== own)) {
      throw new DocumentFault(`${path}.${field}`, 'Not all parts have this.')
    }
  }
}

function checkMembers({ members, state }: Document): void {
  const emails = new Map<string, number>()
  members.forEach(({ ref, email }, index) => {
    if (state?.members[ref]?.removed_at) return
    const first = emails.get(canonicalEmail(email))
    if (first !== undefined) {
      throw new DocumentFault(
        `members[${index}].email`,
        `members[${first}] has this address already.`,
      )
    }
    emails.set(canonicalEmail(email), index)
  })
}

function checkCategories({ categories }: Document, refs: Refs): void {
  categories.forEach(({ parent }, index) => {
    resolve(refs, 'categories', { ref: parent, path: `categories[${index}].parent` })
  })
  // Categories above which the top was reached are remembered, so that each is visited once.
  const safe = new Set<number>()
  categories.forEach((_, index) => {
    const walked = new Set<number>()
    for (let at: number | undefined = index; at !== undefined && !safe.has(at);) {
      if (walked.has(at)) {
        throw new DocumentFault(`categories[${at}].parent`, 'This category is above itself.')
      }
      walked.add(at)
      const { parent }: { parent: string | null } = categories[at]!
      at = parent === null ? undefined : refs.categories.get(parent)
    }
    for (const at of walked) safe.add(at)
  })
}

function checkExpenses(document: Document, refs: Refs): void {
  const linked = new Map<string, number>()
  document.expenses.forEach((expense, index) => {
    const path = `expenses[${index}]`
    resolve(refs, 'expense_groups', { ref: expense.group, path: `${path}.group` })
    expense.funding_schedules.forEach((ref, place) => {
      const at = `${path}.funding_schedules[${place}]`
      resolve(refs, 'funding_schedules', { ref, path: at })
      if (expense.funding_schedules.indexOf(ref) !== place) {
        throw new DocumentFault(at, 'This schedule is named twice.')
      }
    })
    const { card_account: card } = expense
    if (card === null || document.state?.expenses[expense.ref]?.archived_at) return
    resolve(refs, 'accounts', { ref: card, path: `${path}.card_account` })
    checkCard(document, { card, path: `${path}.card_account`, refs })
    const first = linked.get(card)
    if (first !== undefined) {
      throw new DocumentFault(
        `${path}.card_account`,
        `expenses[${first}] is linked to this account already.`,
      )
    }
    linked.set(card, index)
  })
}

function checkCard(
  { household, accounts }: Document,
  { card, path, refs }: { card: string; path: string; refs: Refs },
): void {
  const account = accounts[refs.accounts.get(card)!]!
  if (account.type !== 'credit') {
    throw new DocumentFault(path, 'A card is linked to an account of type credit.')
  }
  if ((account.currency ?? household.currency) !== household.currency) {
    throw new DocumentFault(path, 'The account is not in the currency of the household.')
  }
}

/** Throws if a sum over the household exceeds the exact integers, because reports could not add it up. */
function checkSums({ accounts, expenses, transactions }: Document): void {
  const sums = {
    accounts: accounts.map(({ balance }) => Math.abs(balance)),
    expenses: expenses.map(({ balance, target_amount }) => Math.max(balance, target_amount ?? 0)),
    transactions: transactions.map(({ amount }) => Math.abs(amount)),
  }
  for (const [list, amounts] of Object.entries(sums)) {
    if (amounts.reduce((total, amount) => total + amount, 0) > SUM_MAX) {
      throw new DocumentFault(list, 'The sum of the amounts is too large to be exact.')
    }
  }
}

/** Half of the exact integers, in cents, as in the rollups: the sum of any two sums is still exact. */
const SUM_MAX = 2 ** 52 - 1
