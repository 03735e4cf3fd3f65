import type { MovedAccount, MovedCategory } from './moved.ts'

/** Returns the key of a category by its group and name; null without a name. */
export function categoryKey(group: string | null, name: string): string | null {
  return name === '' ? null : `${group ?? ''}\u{1f}${name}`
}

/** Announces accounts and categories of a table when they first occur in it. */
export function createAnnouncer() {
  const accounts = new Set<string>()
  const categories = new Set<string>()
  return {
    account: (
      key: string,
      facts: Partial<Omit<MovedAccount, 'kind' | 'key'>> = {},
    ): readonly MovedAccount[] => {
      if (accounts.has(key)) return []
      accounts.add(key)
      return [{ kind: 'account', key, name: key, type: null, currency: null, ...facts }]
    },
    category: (
      group: string | null,
      name: string,
      type: MovedCategory['type'] = null,
    ): readonly MovedCategory[] => {
      const key = categoryKey(group, name)
      if (key === null || categories.has(key)) return []
      categories.add(key)
      return [{ kind: 'category', key, name, group, type }]
    },
  }
}

/** Names both sides of transfers alike: by accounts, day and amount, and by number where several are equal. */
export function createPairNames() {
  const counts = new Map<string, number>()
  return ({
    from,
    to,
    day,
    amount,
    isOut,
  }: {
    readonly from: string
    readonly to: string
    readonly day: string
    readonly amount: number
    readonly isOut: boolean
  }): string => {
    const name = JSON.stringify([from, to, day, Math.abs(amount)])
    const side = `${isOut ? 'out' : 'in'} ${name}`
    const count = (counts.get(side) ?? 0) + 1
    counts.set(side, count)
    return `${name} ${count}`
  }
}
