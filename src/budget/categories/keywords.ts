import type { Meaning } from './meanings.ts'

/** Words of a payment's name and their meanings, in the languages of `meanings.ts`. Only whole words match. */
const words = {
  groceries: 'supermarket|supermercado|supermarkt|supermarche|supermercato|grocery|groceries',
  restaurants: 'restaurant|restaurante|ristorante|pizzeria|trattoria|sushi|bistro|brasserie',
  coffee: 'coffee|cafe|kaffee|cafeteria|espresso',
  bars: 'pub|brewery|cerveceria|taproom',
  fuel: 'petrol|gasolinera|tankstelle|fuel|carburant',
  parking: 'parking|parkhaus|aparcamiento|toll|peaje|maut',
  taxi: 'taxi|cab',
  transport: 'metro|railway|bahn|renfe|sncf|trenitalia|busticket',
  flights: 'airlines|airways|airline',
  lodging: 'hotel|hostel|hostal|motel|albergo',
  pharmacy: 'pharmacy|farmacia|apotheke|pharmacie|apotheek|drugstore',
  fitness: 'gym|gimnasio|fitness|palestra|fitnessstudio',
  pets: 'veterinary|veterinario|tierarzt|petshop',
  insurance: 'insurance|seguros|versicherung|assurance|assicurazione|verzekering',
  rent: 'rent|alquiler|miete|loyer|affitto|huur',
  energy: 'electricity|electricidad|stromabschlag|energie|energia',
  water: 'waterworks|wasserwerke',
  salary: 'payroll|nomina|gehalt|salary|lohn|salaire|stipendio',
  interest: 'interest|zinsen|intereses|dividend',
  cash: 'atm|cajero|geldautomat|bancomat',
} as const satisfies Partial<Record<Meaning, string>>

const meaningOfWord = new Map<string, Meaning>(
  Object.entries(words).flatMap(([meaning, listed]) =>
    listed.split('|').map((word) => [word, meaning as Meaning] as const),
  ),
)

export type Keyword = { readonly word: string; readonly meaning: Meaning }

/** Finds the first keyword in a merchant's key (`budget/transactions/naming/merchant.ts`). */
export function keywordOf(merchant: string): Keyword | null {
  for (const word of merchant.split('-')) {
    const meaning = meaningOfWord.get(word)
    if (meaning !== undefined) return { word, meaning }
  }
  return null
}
