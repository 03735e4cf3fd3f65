/** The introduction of the API reference, in Markdown. */
export const introduction = `Read and change one household’s accounts, transactions and Expenses.

**Keys.** Every request carries \`Authorization: Bearer em_live_…\`. A key has the scope \`data.read\`, or \`data.read\` and
\`data.write\`. Reads need the first, everything else the second. A request that carries a browser’s session cookie beside
a key is refused.

**Money and time.** Amounts are integer cents, negative for spending, written without fraction or exponent. Days are
\`YYYY-MM-DD\` in the household’s time zone; moments are UTC with milliseconds.

**Strict in, open out.** An unknown field or query parameter, a repeated one, or an empty query value is refused with
\`invalid_parameter\`. Answers may gain fields, except \`GET /me\` and the subscription state.

**Errors.** Branch on \`type\`; \`code\` is stable, \`message\` is for people and may change.

\`\`\`json
{"error": {"type": "invalid_request", "code": "invalid_parameter", "message": "Send at most 200 characters.",
           "param": "concept", "request_id": "req_01JD3Z8T6Q4N5V2C9XK7M0R1AB"}}
\`\`\`

**Retries.** Any write takes an \`Idempotency-Key\`: a repeat of the same request is answered as the first time, with
\`Idempotent-Replayed: true\`, and changes nothing. Repeat only after 429 and 5xx; \`Retry-After\` is exact.

**Repeated reads.** Every answer to a read carries an \`ETag\`. Send it as \`If-None-Match\`: while nothing has changed, the
answer is an empty 304, which counts as any request.

**Limits.** 60 requests a minute for each key, and 500 or 1,500 an hour, by plan, for all keys of the account together.
Windows are aligned to the clock. Every answer carries the state of both.

**Extensions.** Everything marked \`x-earmark-extension\` goes beyond the specification that this API implements.`

export const credentialText = `A personal key: \`em_live_\`, 10 characters of public id, 40 of secret and 6 of checksum, all
letters and digits. It is shown once when it is made. Its scopes are \`data.read\`, or \`data.read\` and \`data.write\`.`

export const idempotencyText =
  '8 to 128 visible ASCII characters, without spaces. The same key does not apply the same request twice; ' +
  'under another request it is refused.'

export const conditionText =
  'The `ETag` of an earlier answer to this request. If it still holds, the answer is a 304 without a body.'

export const deliveryText =
  'Timeouts, failures of the network, 408, 429 and 5xx are tried again, eight times in all; anything else is final for ' +
  'this event. 410 also pauses the webhook.'

/** The introduction of each tag: the texts under the headings of the API reference. */
export const tagTexts: Readonly<Record<string, string>> = {
  Identity:
    'The key that makes the call. `GET /me` is the first request to try: it needs nothing but the key, and says which account it opens, with which scopes, and how many requests are left.',
  Accounts:
    'Bank accounts, cards, wallets and what is followed of them. Balances are cents, signed from the owner’s side: what is owed is negative. The summary has the number that Earmark is about: `free_to_spend`, the cash that no Expense has set aside.',
  Connections:
    'Connections to bank data providers, each made by one member, its owner. A connection has a catalog of accounts; its owner selects those that are imported. Only the owner may change the selection or ask the provider again.',
  Transactions:
    'Payments and deposits: imported from banks, devices and files, or recorded through this API. Lists come a page at a time, newest first; with `updated_since` they are a change feed instead, deleted transactions included. A transaction may be spent from an Expense.',
  Expenses:
    'Money set aside for a known cost: a bill, a goal, or what is owed on a card. It stays in the bank and is excluded from free-to-spend. Money moves from one Expense to another with `POST /expense-transfers`; people make and change Expenses in the application.',
  Categories:
    'The catalog of categories, for `category_id`. A category says what a payment was for; an Expense says which money pays it. Both are independent of each other.',
  'Funding schedules':
    'The paydays that fund Expenses, when each last ran and when it runs next. Read only: people change them in the application.',
  Settings:
    'The household’s settings: its currency and time zone, how months are counted, what counts as cash, its plan and its members.',
  Analytics:
    'Net worth over time, and spending by category, merchant or month. Sums are kept up to date with each change, so a year costs what a day costs.',
  Sync: 'The import from bank data providers. It runs by itself; `POST /sync` asks for it now. Providers limit how often they may be asked, and the state says when the next request is allowed.',
  Webhooks:
    'Signed calls to a destination of your choice for each newly observed transaction. Deliveries follow Standard Webhooks: verify the signature, answer with 2xx within 15 seconds, and deduplicate by the event’s id. Every attempt can be listed, and any event delivered again.',
}
