/** Returns true for a language tag, with optional script and region, that Intl can format for. */
export function isLocale(text: string): boolean {
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(text)) return false
  return Intl.NumberFormat.supportedLocalesOf(text).length === 1
}
