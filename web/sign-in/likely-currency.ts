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

/** The currency that somebody with this language tag (`es-MX`) most likely counts in. They can choose another. */
export function likelyCurrency(language: string): string {
  const { region } = new Intl.Locale(language).maximize()
  return currencies[region ?? ''] ?? 'EUR'
}
