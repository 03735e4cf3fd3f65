import type { Code } from '#/platform/contract/codes.ts'

export type Plan = 'free' | 'standard' | 'premium'
export type Standing = 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'
/** The standing as it is stored: `moving` while the household goes to another database. */
export type StoredStanding = Standing | 'moving'

/** Returns the code that keeps a household from the API, or null if it may use it (Spec, Authentication 3). */
export function refuseHousehold(plan: Plan, standing: Standing): Code | null {
  switch (standing) {
    case 'closed':
      return 'account_closed'
    case 'lapsed':
      return 'subscription_required'
    // A trial includes everything, for every plan.
    case 'trialing':
      return null
    case 'active':
    case 'trial_ended':
      return plan === 'free' ? 'plan_upgrade_required' : null
  }
}

/** True if reads work and writes are refused, because the trial is over (Spec, Authentication 3). */
export function isReadOnly(standing: Standing): boolean {
  return standing === 'trial_ended'
}
