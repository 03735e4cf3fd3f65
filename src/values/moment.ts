/**
 * A moment as every text of ours writes it: `2026-01-05T12:00:00.000Z`. Through Date, which is ten times as fast as
 * Temporal and writes the same. `epochMilliseconds`: whole ones.
 */
export function writeMoment(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString()
}
