import { createHash } from 'node:crypto'
import { canonical } from '#/platform/idempotency/fingerprint.ts'
import { Refusal } from '#/platform/contract/refusal.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import type { ConfirmationBinding } from '#/platform/runtime/sealed-columns.ts'

/** Minutes for which a dry run may be confirmed. */
export const CONFIRM_MINUTES = 15
const DIGEST_BYTES = 12

/** A write as it was asked for: the tool, its arguments, and the household and key that ask. */
export type Intent = {
  readonly householdId: string
  readonly keyId: string
  readonly tool: string
  readonly input: object
}

type Sealing = Pick<Runtime, 'seal' | 'now'>

/**
 * Makes the confirmation of a dry run. It is sealed under the secret of the instance and bound to the household, the key,
 * the tool and all arguments, so nobody can make one or use it for something else; nothing is stored. It contains the
 * effect that was shown, and the last moment. The same text is the Idempotency-Key of the write.
 */
export function makeConfirmation({ seal, now }: Sealing, intent: Intent, effect: string): string {
  const until = now().add({ minutes: CONFIRM_MINUTES }).epochMilliseconds
  return seal.seal(`${until} ${digestOf(effect)}`, bindingOf(intent)).toString('base64url')
}

export type Confirmed = {
  /** Throws `edit_conflict` if the effect is not the one that was shown, or was shown too long ago. */
  readonly requireSame: (effect: string) => void
}

/** Opens a confirmation. Throws `invalid_parameter` unless a dry run of this very write made it. */
export function openConfirmation({ seal, now }: Sealing, intent: Intent, text: string): Confirmed {
  const [until, digest] = openSealed(seal, intent, text).split(' ')
  return {
    requireSame: (effect) => {
      if (now().epochMilliseconds > Number(until)) throw outdated('was given too long ago')
      if (digestOf(effect) !== digest)
        throw outdated('describes an effect that is no longer the one')
    },
  }
}

function openSealed(seal: Sealing['seal'], intent: Intent, text: string): string {
  try {
    const sealed = Buffer.from(text, 'base64url')
    // Another spelling of the same bytes would be another Idempotency-Key.
    if (sealed.toString('base64url') !== text) throw new Error('not canonical')
    return seal.open(sealed, bindingOf(intent))
  } catch (cause) {
    throw new Refusal('invalid_parameter', {
      param: 'confirm',
      message:
        '`confirm` does not belong to this call: it must come from a dry run with the same arguments and the same key.',
      cause,
    })
  }
}

function outdated(why: string): Refusal {
  return new Refusal('edit_conflict', {
    param: 'confirm',
    message: `Nothing was done: the confirmation ${why}. Make a new dry run.`,
  })
}

function bindingOf({ householdId, keyId, tool, input }: Intent): ConfirmationBinding {
  return `confirmation:${digestOf(canonical([householdId, keyId, tool, input]), 32)}`
}

function digestOf(text: string, bytes = DIGEST_BYTES): string {
  return createHash('sha256').update(text).digest().subarray(0, bytes).toString('base64url')
}
