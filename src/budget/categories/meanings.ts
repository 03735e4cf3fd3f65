import { fold } from '#/core/values/fold.ts'

/**
 * Meanings of spending, independent of their source. Codes of card networks and providers are translated to these, and
 * these to a household's own categories by name.
 */
const meanings = {
  food: { names: 'food|food & drink|comida|alimentación|essen|nourriture|alimentation|cibo|eten' },
  groceries: {
    names:
      'groceries|grocery|supermarket|supermercado|lebensmittel|einkauf|courses|épicerie|spesa|boodschappen|mercado|livsmedel',
    broader: 'food',
  },
  restaurants: {
    names:
      'restaurants|restaurant|eating out|dining|dining out|restaurantes|restaurante|essen gehen|ristoranti|uit eten|restaurang',
    broader: 'food',
  },
  coffee: {
    names: 'coffee|coffee shops|cafés|cafe|café|cafetería|kaffee|caffè|koffie',
    broader: 'restaurants',
  },
  bars: {
    names: 'bars|bar|pubs|alcohol & bars|nightlife|copas|ausgehen|sorties',
    broader: 'restaurants',
  },
  shopping: { names: 'shopping|compras|einkaufen|achats|shopping & more|acquisti|winkelen' },
  clothing: {
    names: 'clothing|clothes|ropa|kleidung|vêtements|abbigliamento|kleding|roupa',
    broader: 'shopping',
  },
  electronics: {
    names: 'electronics|electrónica|elektronik|électronique|elettronica|elektronica',
    broader: 'shopping',
  },
  household: {
    names:
      'household|home goods|furniture|furnishings|hogar|haushalt|maison|casa|huishouden|home improvement|garden',
    broader: 'shopping',
  },
  books: { names: 'books|libros|bücher|livres|libri|boeken', broader: 'shopping' },
  gifts: {
    names: 'gifts|gift|presents|regalos|geschenke|cadeaux|regali|cadeaus',
    broader: 'shopping',
  },
  transport: {
    names:
      'transport|transportation|public transport|transporte|verkehr|transports|trasporti|vervoer|commute',
  },
  car: {
    names: 'car|auto|vehicle|coche|carro|voiture|macchina|auto & transport',
    broader: 'transport',
  },
  fuel: {
    names:
      'fuel|gas|petrol|gasoline|gasolina|combustible|tanken|benzin|carburant|benzina|brandstof',
    broader: 'car',
  },
  parking: {
    names: 'parking|tolls|parking & tolls|aparcamiento|peajes|parken|péages|parcheggio|parkeren',
    broader: 'car',
  },
  taxi: { names: 'taxi|taxis|ride share|rides|rideshare|taxi & ride share', broader: 'transport' },
  travel: {
    names: 'travel|holidays|vacation|viajes|reisen|urlaub|voyages|viaggi|reizen|viagens|trips',
  },
  flights: {
    names: 'flights|air travel|airlines|vuelos|flüge|vols|voli|vluchten',
    broader: 'travel',
  },
  lodging: {
    names: 'lodging|hotel|hotels|alojamiento|unterkunft|hébergement|alloggio|overnachting',
    broader: 'travel',
  },
  health: {
    names:
      'health|healthcare|medical|doctor|salud|gesundheit|santé|salute|gezondheid|saúde|health & wellness',
  },
  pharmacy: {
    names: 'pharmacy|farmacia|apotheke|pharmacie|apotheek|farmácia|drugstore',
    broader: 'health',
  },
  fitness: {
    names: 'fitness|gym|sport|sports|deporte|deportes|palestra|sporten|health & fitness',
    broader: 'health',
  },
  beauty: {
    names:
      'beauty|personal care|hair|belleza|cuidado personal|schönheit|körperpflege|beauté|bellezza|verzorging',
  },
  entertainment: {
    names:
      'entertainment|fun|leisure|ocio|freizeit|loisirs|divertimento|svago|vrije tijd|lazer|going out',
  },
  subscriptions: {
    names:
      'subscriptions|subscription|streaming|suscripciones|abos|abonnements|abbonamenti|abonnementen|assinaturas',
    broader: 'entertainment',
  },
  games: { names: 'games|gaming|juegos|spiele|jeux|giochi|spellen', broader: 'entertainment' },
  education: {
    names: 'education|school|tuition|educación|bildung|schule|éducation|istruzione|onderwijs',
  },
  children: { names: 'children|kids|childcare|niños|kinder|enfants|bambini|kinderen|family' },
  pets: { names: 'pets|pet|mascotas|haustiere|animaux|animali|huisdieren' },
  housing: { names: 'housing|home|house|vivienda|wohnen|logement|abitazione|wonen|moradia' },
  rent: { names: 'rent|alquiler|miete|loyer|affitto|huur|aluguel|renta', broader: 'housing' },
  mortgage: {
    names: 'mortgage|hipoteca|hypothek|prêt immobilier|mutuo|hypotheek',
    broader: 'housing',
  },
  utilities: {
    names:
      'utilities|bills|suministros|nebenkosten|factures|bollette|vaste lasten|bills & utilities|household bills',
    broader: 'housing',
  },
  energy: {
    names: 'electricity|energy|power|luz|electricidad|strom|électricité|elettricità|stroom',
    broader: 'utilities',
  },
  water: { names: 'water|agua|wasser|eau|acqua', broader: 'utilities' },
  communication: {
    names:
      'phone|internet|mobile|phone & internet|internet & phone|telephone|teléfono|móvil|telefon|handy|téléphone|telefono',
    broader: 'utilities',
  },
  insurance: {
    names:
      'insurance|seguros|seguro|versicherung|versicherungen|assurance|assurances|assicurazione|verzekering',
  },
  loans: { names: 'loans|loan|debt|loan payments|préstamos|kredite|prêts|prestiti|leningen' },
  taxes: { names: 'taxes|tax|impuestos|steuern|impôts|tasse|belasting|impostos' },
  fees: { names: 'fees|bank fees|fees & charges|comisiones|gebühren|frais|commissioni|kosten' },
  cash: { names: 'cash|atm|cash withdrawal|efectivo|bargeld|espèces|contanti|contant' },
  charity: { names: 'charity|donations|giving|donaciones|spenden|dons|donazioni|giften' },
  services: { names: 'services|professional services|servicios|dienstleistungen|servizi|diensten' },
  government: {
    names: 'government|public services|fines|administración|behörden',
    broader: 'taxes',
  },
  income: {
    names: 'income|ingresos|einkommen|einnahmen|revenus|entrate|inkomen|renda|other income',
  },
  salary: {
    names:
      'salary|wages|paycheck|payroll|nómina|sueldo|gehalt|lohn|salaire|stipendio|salaris|salário',
    broader: 'income',
  },
  interest: {
    names: 'interest|dividends|intereses|zinsen|intérêts|interessi|rente',
    broader: 'income',
  },
  transfer: {
    names:
      'transfer|transfers|transferencias|umbuchung|virements|trasferimenti|overboekingen|internal transfer',
  },
  savings: { names: 'savings|saving|ahorro|sparen|épargne|risparmi', broader: 'transfer' },
  card_payment: {
    names: 'credit card payment|card payment|credit card|pago tarjeta|kreditkarte',
    broader: 'transfer',
  },
} as const satisfies Record<string, { readonly names: string; readonly broader?: string }>

export type Meaning = keyof typeof meanings

/** Lists all meanings. */
export function allMeanings(): readonly Meaning[] {
  return Object.keys(meanings) as Meaning[]
}

/** The fields of a category that are needed to find it by meaning. */
export type NamedCategory = {
  readonly id: string
  readonly name: string
  readonly kind: 'expense' | 'income' | 'transfer'
  readonly isHidden: boolean
}

/** A household's categories, indexed for looking up many payments. */
export type Catalog = {
  readonly find: (id: string) => NamedCategory | null
  /**
   * Finds the category with a name of the meaning, or else of a broader one. Null if no category matches, or several do:
   * a guess would be wrong half the time.
   */
  readonly about: (meaning: Meaning) => NamedCategory | null
}

export function catalogOf(categories: readonly NamedCategory[]): Catalog {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const byName = Map.groupBy(
    categories.filter(({ isHidden }) => !isHidden),
    ({ name, kind }) => `${kind} ${fold(name)}`,
  )
  const found = new Map<Meaning, NamedCategory | null>()
  return {
    find: (id) => byId.get(id) ?? null,
    about: (meaning) => {
      const known = found.get(meaning)
      if (known !== undefined) return known
      const category = search(meaning, byName)
      found.set(meaning, category)
      return category
    },
  }
}

function search(
  meaning: Meaning,
  byName: ReadonlyMap<string, readonly NamedCategory[]>,
): NamedCategory | null {
  const kind = kindOf(meaning)
  for (const at of [meaning, ...broaderThan(meaning)]) {
    const called = meanings[at].names.split('|').map((name) => `${kind} ${fold(name)}`)
    const fitting = [...new Set(called)].flatMap((name) => byName.get(name) ?? [])
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0]! : null
  }
  return null
}

/** The kind of transaction that a meaning belongs to. */
export function kindOf(meaning: Meaning): NamedCategory['kind'] {
  const broadest = [meaning, ...broaderThan(meaning)].at(-1)
  return broadest === 'income' || broadest === 'transfer' ? broadest : 'expense'
}

/** Lists the broader meanings, narrowest first. */
function broaderThan(meaning: Meaning): Meaning[] {
  const { broader }: { readonly names: string; readonly broader?: Meaning } = meanings[meaning]
  return broader === undefined ? [] : [broader, ...broaderThan(broader)]
}
