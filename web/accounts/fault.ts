import type { Catalogue } from '#web/text/catalogue.ts'

/** Describes the fault of a connection or of one of its banks, by its status, in the person's language. */
export function faultText(status: string, { accounts }: Pick<Catalogue, 'accounts'>): string {
  const { faults } = accounts.connections
  const known = new Map<string, string>(Object.entries(faults))
  return known.get(status) ?? faults.degraded
}

/** Quotes the provider's own message; empty if it holds a code, because people cannot read those. */
export function reportedText(message: string, { accounts }: Pick<Catalogue, 'accounts'>): string {
  return /\p{L}_\p{L}/u.test(message) ? '' : accounts.connections.said(message)
}
