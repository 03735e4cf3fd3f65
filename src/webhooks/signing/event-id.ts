const prefixes = { transaction: 'evt_transaction_', test: 'evt_test_' } as const

export type EventKind = keyof typeof prefixes

/** An event's id as receivers see it. It has no period, which is what joins the parts of what is signed. */
export function writeEventId(kind: EventKind, id: string): string {
  return `${prefixes[kind]}${id}`
}

/** The id that an event is stored under; null for what no event can be called. */
export function readEventId(text: string): string | null {
  return (
    /^evt_(?:transaction|test)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)?.[1] ??
    null
  )
}
