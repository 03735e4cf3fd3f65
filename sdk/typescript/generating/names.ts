/** The groups of the client by the tags of the document, with the nouns that a name in the group need not repeat. */
const groups: Readonly<Record<string, { readonly name: string; readonly nouns: RegExp }>> = {
  Identity: { name: 'key', nouns: /Key/ },
  Accounts: { name: 'accounts', nouns: /Accounts?/ },
  Connections: { name: 'connections', nouns: /Connections?/ },
  Transactions: { name: 'transactions', nouns: /Transactions?/ },
  Expenses: { name: 'expenses', nouns: /BetweenExpenses|Expenses?/ },
  Categories: { name: 'categories', nouns: /Categor(?:y|ies)/ },
  'Funding schedules': { name: 'fundingSchedules', nouns: /FundingSchedules?/ },
  Settings: { name: 'settings', nouns: /Settings/ },
  Analytics: { name: 'analytics', nouns: /Analytics/ },
  Sync: { name: 'sync', nouns: /Sync/ },
  Webhooks: { name: 'webhooks', nouns: /Webhooks?|Events?/ },
}

/** Operations whose short name another one has. */
const own: Readonly<Record<string, string>> = { recordTransactions: 'recordMany' }

/** The property of the client that has an operation: `transactions`. */
export function groupOf(tag: string): string {
  const group = groups[tag]
  if (!group) throw new Error(`generating/names.ts does not know the tag “${tag}”`)
  return group.name
}

/** The name of an operation in its group: `listTransactions` is `list`. */
export function methodOf(id: string, tag: string): string {
  return own[id] ?? id.replace(groups[tag]!.nouns, '')
}

export function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
