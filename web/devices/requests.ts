// The requests that phones send, as the screens show them and as the tests send them: nothing else describes them.

/** A value that the phone fills in: the part of a payment that it stands for. */
export type Part = 'merchant' | 'amount' | 'card'

/** A field of the JSON body: a fixed text, or a part of the payment. */
export type Field = {
  readonly name: string
  readonly value: { readonly text: string } | { readonly part: Part }
}

export type PhoneRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly fields: readonly Field[]
}

/** Reports one payment with the token of a device. */
export function paymentRequest(address: string, token: string): PhoneRequest {
  return {
    method: 'POST',
    url: `${address}/ingest/wallet`,
    headers: [authorization(token)],
    fields: [
      { name: 'kind', value: { text: 'payment' } },
      { name: 'merchant', value: { part: 'merchant' } },
      { name: 'amount', value: { part: 'amount' } },
      { name: 'card', value: { part: 'card' } },
    ],
  }
}

/** Reads the number with an API key that may only read. */
export function numberRequest(address: string, key: string): PhoneRequest {
  return {
    method: 'GET',
    url: `${address}/v1/accounts/summary`,
    headers: [authorization(key)],
    fields: [],
  }
}

/** The field of the answer that is the number, in cents. */
export const NUMBER_FIELD = 'free_to_spend'

/** Writes the body with what an app puts in the place of each part. */
export function bodyOf({ fields }: PhoneRequest, parts: Readonly<Record<Part, string>>): string {
  const entries = fields.map(({ name, value }) => [
    name,
    'text' in value ? value.text : parts[value.part],
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** The variables of Tasker that hold the parts, after the steps on the screen. */
export const taskerParts = { merchant: '%evtprm2', amount: '%paid1', card: '%paid2' } as const
/** The parameter of Tasker’s event that holds the text of a notification, and the variable that it is split in. */
export const taskerNotification = { text: '%evtprm3', variable: '%paid' } as const

/** Shows the number in HTTP Shortcuts: its scripts see the answer as `response`. */
export function numberScript(digits: number): string {
  const number = `JSON.parse(response.body).${NUMBER_FIELD}`
  return `showDialog((${number} / ${10 ** digits}).toFixed(${digits}))`
}

function authorization(secret: string) {
  return ['Authorization', `Bearer ${secret}`] as const
}
