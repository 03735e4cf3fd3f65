import type { Endpoint } from '#/platform/contract/endpoint.ts'
import type { StoredAnswer } from '#/platform/idempotency/with-idempotency-key.ts'
import type { Call } from '#/platform/runtime/call.ts'
import type { AnswerBinding } from '#/platform/runtime/sealed-columns.ts'

type Answering = {
  readonly endpoint: Endpoint
  readonly call: Pick<Call, 'seal'> & { readonly caller: Pick<Call['caller'], 'householdId'> }
}

/** The form of an answer that is stored for replays: without what is shown once, and with its secrets sealed. */
export function replayable({ endpoint, call }: Answering, answered: StoredAnswer): StoredAnswer {
  const { firstAnswerOnly = [], secretFields = [] } = endpoint
  if (firstAnswerOnly.length === 0 && secretFields.length === 0) return answered
  const kept = fieldsOf(answered.body).filter(([name]) => !firstAnswerOnly.includes(name))
  const seal = (value: unknown): Sealed => ({
    sealed: call.seal.seal(JSON.stringify(value), bindingOf(call)).toString('base64'),
  })
  const stored = kept.map(([name, value]) => [
    name,
    secretFields.includes(name) ? seal(value) : value,
  ])
  return { ...answered, body: JSON.stringify(Object.fromEntries(stored)) }
}

/** Opens the secrets of a stored answer. */
export function openAnswer({ endpoint, call }: Answering, body: string): string {
  const { secretFields = [] } = endpoint
  if (secretFields.length === 0) return body
  const open = ({ sealed }: Sealed): unknown =>
    JSON.parse(call.seal.open(Buffer.from(sealed, 'base64'), bindingOf(call)))
  const opened = fieldsOf(body).map(([name, value]) => [
    name,
    secretFields.includes(name) && isSealed(value) ? open(value) : value,
  ])
  return JSON.stringify(Object.fromEntries(opened))
}

/** A value in its stored form. An answer that an earlier version stored has values in clear. */
type Sealed = { readonly sealed: string }

function isSealed(value: unknown): value is Sealed {
  return value !== null && typeof value === 'object' && 'sealed' in value
}

function fieldsOf(body: string): [string, unknown][] {
  return Object.entries(JSON.parse(body) as object)
}

function bindingOf({ caller }: Answering['call']): AnswerBinding {
  return `stored answer:${caller.householdId}`
}
