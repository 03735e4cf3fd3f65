import type { Catalogue } from '#web/text/catalogue.ts'

/**
 * What a connection or one of its banks suffers from, by its status, in the person's language. What the provider itself
 * has reported stands behind it as it came.
 */
export function faultText(status: string, { accounts }: Pick<Catalogue, 'accounts'>): string {
  const { faults } = accounts.connections
  const known = new Map<string, string>(Object.entries(faults))
  return known.get(status) ?? faults.degraded
}
