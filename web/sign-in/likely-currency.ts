const currencies: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  IN: 'INR',
  JP: 'JPY',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  MX: 'MXN',
  BR: 'BRL',
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
}

/** Guesses a person's currency from a language tag (`es-MX`). The person can choose another. */
export function likelyCurrency(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return currencies[region ?? ''] ?? 'EUR'
}
