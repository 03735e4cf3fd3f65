import type { Code } from '#/platform/contract/codes.ts'

export type Plan = 'free' | 'standard' | 'premium'
export type Standing = 'trialing' | 'active' | 'trial_ended' | 'lapsed' | 'closed'

/** Why a household may not use the API at all; null: it may (Spec, Authentication 3). */
export function refuseHousehold(plan: Plan, standing: Standing): Code | null {
  switch (standing) {
    case 'closed':
      return 'account_closed'
    case 'lapsed':
      return 'subscription_required'
    // A trial is of everything, whatever plan follows it.
    case 'trialing':
      return null
    case 'active':
    case 'trial_ended':
      return plan === 'free' ? 'plan_upgrade_required' : null
  }
}

/** Whether writes are refused although reads work: the trial is over (Spec, Authentication 3). */
export function isReadOnly(standing: Standing): boolean {
  return standing === 'trial_ended'
}
