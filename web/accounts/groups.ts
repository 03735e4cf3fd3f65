type Groupable = {
  readonly institution_name: string | null
  readonly provider: string
  readonly closed_at: string | null
}

type Words = { readonly byHand: string; readonly imported: string; readonly devices: string }

export type Group<A> = { readonly name: string; readonly members: readonly A[] }

/** Groups accounts by bank, in the order in which the banks first appear; accounts without a bank by their source. */
export function groupAccounts<A extends Groupable>(
  accounts: readonly A[],
  words: Words,
): readonly Group<A>[] {
  const groups = new Map<string, A[]>()
  for (const account of accounts) {
    const name = account.institution_name ?? otherwise(account, words)
    groups.set(name, [...(groups.get(name) ?? []), account])
  }
  return [...groups].map(([name, members]) => ({ name, members: members.toSorted(closedLast) }))
}

function otherwise({ provider }: Groupable, words: Words): string {
  if (provider === 'wallet') return words.devices
  return provider === 'import' ? words.imported : words.byHand
}

function closedLast(a: Groupable, b: Groupable): number {
  return Number(a.closed_at !== null) - Number(b.closed_at !== null)
}
