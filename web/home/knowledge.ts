import type { Catalogue } from '#web/text/catalogue.ts'
import type { HomeData } from './home-data.ts'

/**
 * Says how far free-to-spend is known. `nothing`: there is no account yet. `balance`: nobody has said what an account holds
 * whose files say no balance. `plan`: what is in the bank is known, but no bill is set aside yet. `known`: the number holds;
 * also for people who have put the first steps away.
 */
export type Knowledge = 'nothing' | 'balance' | 'plan' | 'known'

type Known = Pick<HomeData, 'counts' | 'first_steps' | 'unstated'>

export function knowledgeOf({ counts, first_steps, unstated }: Known): Knowledge {
  if (counts.accounts === 0 && (first_steps || counts.expenses === 0)) return 'nothing'
  if (unstated.length > 0) return 'balance'
  // The set-aside of a covered card answers another question than the bills.
  if (first_steps && counts.expenses === counts.cards) return 'plan'
  return 'known'
}

/** Names the number that there is: before the bills are known it is not called free to spend. */
export function nameOfNumber(data: HomeData, { home }: Catalogue): string {
  const { cash, free_to_spend: free } = data.money[0]!
  if (knowledgeOf(data) !== 'plan') return home.freeToSpend
  return free === cash ? home.equation.cash : home.unknown.beforeBills
}
