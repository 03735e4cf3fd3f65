/** Countries in which Plaid supports banks. Plaid decides which of them an operator may use. */
export const countries = [
  'AT',
  'BE',
  'CA',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IT',
  'LT',
  'LV',
  'NL',
  'NO',
  'PL',
  'PT',
  'SE',
  'US',
] as const

/** Guesses the country of a person's bank from a language tag (`es-ES`). The person can choose another. */
export function likelyCountry(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return countries.find((code) => code === region) ?? 'US'
}
