/** Formats a day of the month as an English ordinal: `1st`, `22nd`, `13th`. */
export function ordinal(date: number): string {
  const last = date % 10
  const isTeen = date > 10 && date < 20
  if (last === 1 && !isTeen) return `${date}st`
  if (last === 2 && !isTeen) return `${date}nd`
  if (last === 3 && !isTeen) return `${date}rd`
  return `${date}th`
}
