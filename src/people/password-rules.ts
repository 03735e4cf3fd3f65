import { commonPasswords } from './common-passwords.ts'
import { leakedPasswords } from './leaked-passwords.ts'

/** Counted in characters as people see them. Length makes a password strong; no kind of character is required. */
export const LENGTH_MIN = 10

/** Normalises a password, so that it is the same from every keyboard (NIST SP 800-63B, 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC')
}

type WeakPassword = {
  readonly message: string
  readonly detail:
    | { readonly name: 'password_length'; readonly min: number }
    | { readonly name: 'password_common' | 'password_own' }
}

/** Returns why this person may not use a password; null if they may. */
export function refusePassword(
  password: string,
  person: { readonly email: string; readonly name: string },
): WeakPassword | null {
  const plain = normalisePassword(password).toLowerCase()
  if (Array.from(plain).length < LENGTH_MIN) {
    return {
      message: `Use at least ${LENGTH_MIN} characters.`,
      detail: { name: 'password_length', min: LENGTH_MIN },
    }
  }
  // Ignores what people append to a refused word.
  const stem = plain.replace(/[^\p{Letter}]+$/u, '')
  if ([plain, stem, joined(plain), joined(stem)].some(isCommon) || isPattern(plain)) {
    return {
      message: 'This password is one of the first that anybody would try.',
      detail: { name: 'password_common' },
    }
  }
  const own = [person.email.split('@')[0]!, person.email, person.name, 'earmark']
  if (own.some((word) => stem === word.normalize('NFKC').toLowerCase())) {
    return {
      message: 'Use something that does not follow from your name or address.',
      detail: { name: 'password_own' },
    }
  }
  return null
}

function isCommon(plain: string): boolean {
  return commonPasswords.has(plain) || leakedPasswords().has(plain)
}

/** Removes word separators: `correct horse` is as common as `correcthorse`. */
function joined(plain: string): string {
  return plain.replace(/[\s_.-]+/g, '')
}

/** True for a few repeated characters, or a run along the alphabet, the digits or the keyboard. */
function isPattern(plain: string): boolean {
  if (new Set(plain).size <= 3) return true
  if (/^(.{1,4})\1+$/u.test(plain)) return true
  const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']
  const reversed = Array.from(plain).toReversed().join('')
  return runs.some((run) => run.includes(plain) || run.includes(reversed))
}
