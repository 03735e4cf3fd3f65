import { Refusal } from '#/platform/contract/refusal.ts'
import { checkTerms, type KeyTerms } from '#/access/keys/terms.ts'
import { DocumentFault } from './document-fault.ts'
import type { Document } from './document.ts'

type Key = Pick<Document['keys'][number], 'scopes' | 'restrictions' | 'allowed_from'>

export function termsOf({ scopes, restrictions, allowed_from }: Key): KeyTerms {
  return { scopes, restrictions: restrictions ?? null, allowedFrom: allowed_from ?? null }
}

/** Checks the rights of the keys of a document. Throws a DocumentFault. */
export function checkKeys(keys: readonly Key[]): void {
  for (const [index, key] of keys.entries()) {
    try {
      checkTerms(termsOf(key))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new DocumentFault(`keys[${index}].${error.param}`, error.message)
    }
  }
}
