import assert from 'node:assert/strict'
import { makeLink } from '#/people/links.ts'
import { type Browser, startBrowser } from './browser.ts'
import type { Product } from './product.ts'

export const PASSWORD = 'a long walk in the rain'

/** The session as the application reads it. */
export type Who = {
  readonly person: { readonly id: string; readonly name: string; readonly email: string | null }
  readonly session_id: string
  readonly household: Belonging | null
  readonly households: readonly Belonging[]
  readonly sudo_until: string | null
}
type Belonging = {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly member_id: string
  readonly demo: boolean
}

export const account = {
  name: 'Ada',
  email: 'ada@example.com',
  password: PASSWORD,
  household: { name: 'Home', timezone: 'Europe/Madrid', currency: 'EUR' },
}

/** Sets an instance up as its first visitor does; the browser that did. */
export async function givenAccount(product: Product): Promise<Browser & { readonly who: Who }> {
  const browser = startBrowser(product)
  const { token } = await makeLink(product.runtime, { purpose: 'setup', personId: null })
  const made = await browser.request<Who>('POST', '/setup', { body: { ...account, token } })
  assert.equal(made.status, 201, made.text)
  return { ...browser, who: made.body }
}

/** Status and code of an answer, for short. */
export function outcome({ status, body }: { status: number; body: unknown }): unknown[] {
  const error = body !== null && typeof body === 'object' && 'error' in body ? body.error : null
  return error === null ? [status] : [status, (error as { code: string }).code]
}
