/** Where Plaid knows banks. Which of them an operator may use is Plaid's to say. */
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

/** The country in which somebody with this language tag (`es-ES`) most likely has their bank. They can choose another. */
export function likelyCountry(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return countries.find((code) => code === region) ?? 'US'
}
