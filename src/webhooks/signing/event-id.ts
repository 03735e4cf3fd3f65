const prefixes = { transaction: 'evt_transaction_', test: 'evt_test_' } as const

export type EventKind = keyof typeof prefixes

/** Writes an event's id for receivers. It has no period, since periods join the parts of the signed text. */
export function writeEventId(kind: EventKind, id: string): string {
  return `${prefixes[kind]}${id}`
}

/** Reads the stored id of an event from its public id; null if the text is not an event id. */
export function readEventId(text: string): string | null {
  return (
    /^evt_(?:transaction|test)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)?.[1] ??
    null
  )
}
