import type { Catalogue } from '#web/text/catalogue.ts'

/**
 * Describes the fault of a connection or of one of its banks, by its status, in the person's language. The provider's own
 * message is appended verbatim.
 */
export function faultText(status: string, { accounts }: Pick<Catalogue, 'accounts'>): string {
  const { faults } = accounts.connections
  const known = new Map<string, string>(Object.entries(faults))
  return known.get(status) ?? faults.degraded
}
