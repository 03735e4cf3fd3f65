// Payees of a simulated household: what real banks call them, what people call them and how much they cost.

/** How a payment travels: by direct debit, by card, or as a text that the bank writes in its own way (`as it is`). */
export type Way = 'ach' | 'card' | 'as it is'

export type Payee = {
  /** The name that a bank or bridge gives beside the text, where it gives any. */
  readonly name: string
  readonly text: string
  /** The word for the kind of payment in a direct debit. */
  readonly word?: string
  readonly way: Way
}

export type BillKind = {
  /** People's own word for it. */
  readonly called: string
  readonly payee: Payee
  /** Least and most of the usual amount, in cents. */
  readonly from: number
  readonly to: number
  /** Share by which the amount varies from month to month. */
  readonly varies?: number
  /** People pay it by hand: some days early or late. */
  readonly byHand?: boolean
}

export const ach = (name: string, text: string, word: string): Payee => ({
  name,
  text,
  word,
  way: 'ach',
})
export const card = (name: string, text: string): Payee => ({ name, text, way: 'card' })
export const plain = (name: string, text: string): Payee => ({ name, text, way: 'as it is' })

/** One of each list is a bill of the household, every month. */
export const monthly: readonly (readonly [BillKind, ...BillKind[]])[] = [
  [
    {
      called: 'Rent',
      payee: ach('Oakridge Property', 'OAKRIDGE PROP MGMT', 'WEB PMTS'),
      from: 120_000,
      to: 190_000,
    },
    {
      called: 'Mortgage',
      payee: ach('Rocket Mortgage', 'ROCKET MORTGAGE', 'LOAN'),
      from: 140_000,
      to: 210_000,
    },
    {
      called: 'Rent',
      payee: plain('Maria Lopez', 'Zelle payment to Maria Lopez {digits10}'),
      from: 110_000,
      to: 170_000,
      byHand: true,
    },
  ],
  [
    {
      called: 'Electricity',
      payee: ach('Duke Energy', 'DUKE ENERGY', 'BILL PAY'),
      from: 7_000,
      to: 14_000,
      varies: 0.3,
    },
    {
      called: 'Power',
      payee: ach('Con Edison', 'CON ED OF NY', 'INTELL CK'),
      from: 8_000,
      to: 16_000,
      varies: 0.35,
    },
    {
      called: 'Electricity',
      payee: plain('Seattle City Light', 'Online Payment {digits10} To SEATTLE CITY LIGHT {mmdd}'),
      from: 6_000,
      to: 12_000,
      varies: 0.25,
      byHand: true,
    },
  ],
  [
    {
      called: 'Gas',
      payee: ach('National Grid', 'NATIONAL GRID NY', 'UTILITYPAY'),
      from: 4_000,
      to: 11_000,
      varies: 0.4,
    },
    {
      called: 'Heating',
      payee: ach('Puget Sound Energy', 'PUGET SOUND ENER', 'BILLPAY'),
      from: 5_000,
      to: 12_000,
      varies: 0.35,
      byHand: true,
    },
  ],
  [
    {
      called: 'Car loan',
      payee: ach('Toyota Financial', 'TOYOTA ACH RTL', 'TFS PMT'),
      from: 24_000,
      to: 42_000,
    },
    {
      called: 'Student loan',
      payee: ach('Nelnet', 'DEPT EDUCATION', 'STUDENT LN'),
      from: 15_000,
      to: 35_000,
    },
  ],
  [
    { called: 'Netflix', payee: card('Netflix', 'NETFLIX.COM {phone} CA'), from: 1_549, to: 2_299 },
    {
      called: 'Disney',
      payee: card('Disney Plus', 'DISNEY PLUS {phone} CA'),
      from: 1_399,
      to: 1_999,
    },
  ],
  [
    {
      called: 'Music',
      payee: card('Spotify', 'Spotify P{ref} NEW YORK NY'),
      from: 1_099,
      to: 1_699,
    },
    {
      called: 'News',
      payee: card('New York Times', 'NYTIMES*NYTIMES DISC {phone} NY'),
      from: 800,
      to: 2_500,
    },
  ],
  [
    {
      called: 'Gym',
      payee: card('Planet Fitness', 'PLANET FIT CLUB FEES {phone} NH'),
      from: 1_000,
      to: 2_600,
    },
    {
      called: 'Yoga',
      payee: card('Lotus Yoga', 'LOTUS YOGA STUDIO #{store} {city} {state}'),
      from: 6_000,
      to: 12_000,
    },
  ],
  [
    { called: 'Car insurance', payee: ach('Geico', 'GEICO', 'PYMT'), from: 9_000, to: 18_000 },
    {
      called: 'Life insurance',
      payee: ach('Mass Mutual', 'MASSMUTUAL INS', 'INS PREM'),
      from: 3_000,
      to: 9_000,
    },
    {
      called: 'Childcare',
      payee: ach('Bright Horizons', 'BRIGHT HORIZONS', 'TUITION'),
      from: 40_000,
      to: 70_000,
      byHand: true,
    },
  ],
]

/** Two bills of one payee, on days of their own. */
export const pairs: readonly (readonly [BillKind, BillKind])[] = [
  [
    { called: 'Phone', payee: ach('Verizon', 'VERIZON', 'PAYMENTREC'), from: 9_000, to: 16_000 },
    { called: 'Internet', payee: ach('Verizon', 'VERIZON', 'PAYMENTREC'), from: 4_500, to: 7_000 },
  ],
  [
    {
      called: 'Renters insurance',
      payee: ach('State Farm', 'STATE FARM RO 27', 'SFPP'),
      from: 1_800,
      to: 3_500,
    },
    {
      called: 'Auto policy',
      payee: ach('State Farm', 'STATE FARM RO 27', 'SFPP'),
      from: 8_500,
      to: 15_000,
    },
  ],
  [
    {
      called: 'Cable',
      payee: card('Comcast', 'COMCAST / XFINITY {phone} {state}'),
      from: 8_000,
      to: 12_000,
    },
    {
      called: 'Mobile',
      payee: card('Comcast', 'COMCAST / XFINITY {phone} {state}'),
      from: 3_000,
      to: 5_500,
    },
  ],
]

/** Bills of a shop where the household buys other things too. */
export const shops: readonly { readonly bill: BillKind; readonly buys: Shop }[] = [
  {
    bill: {
      called: 'Prime',
      payee: card('Amazon', 'AMAZON PRIME*{ref} AMZN.COM/BILL WA'),
      from: 1_499,
      to: 1_499,
    },
    buys: {
      payee: card('Amazon', 'AMZN MKTP US*{ref} AMZN.COM/BILL WA'),
      from: 700,
      to: 9_000,
      weekly: 0.9,
      refunds: true,
    },
  },
  {
    bill: {
      called: 'iCloud',
      payee: card('Apple', 'APPLE.COM/BILL {phone} CA'),
      from: 299,
      to: 999,
    },
    buys: {
      payee: card('Apple', 'APPLE.COM/BILL {phone} CA'),
      from: 99,
      to: 4_000,
      weekly: 0.2,
      refunds: true,
    },
  },
]

export const quarterly: readonly [BillKind, ...BillKind[]] = [
  {
    called: 'Water',
    payee: ach('City of Raleigh', 'CITY OF RALEIGH', 'UTIL BILL'),
    from: 9_000,
    to: 16_000,
    varies: 0.15,
  },
  {
    called: 'Pest control',
    payee: card('Orkin', 'ORKIN LLC {store} {phone} GA'),
    from: 11_000,
    to: 15_000,
  },
]

export const yearly: readonly [BillKind, ...BillKind[]] = [
  {
    called: 'AAA membership',
    payee: card('AAA', 'AAA WA MEMBERSHIP {phone} WA'),
    from: 6_000,
    to: 13_000,
  },
  {
    called: 'Car registration',
    payee: card('Department of Licensing', 'WA VEHICLE LIC {digits4} OLYMPIA WA'),
    from: 9_000,
    to: 22_000,
  },
  {
    called: 'Home insurance',
    payee: ach('Lemonade', 'LEMONADE INSURANC', 'PREMIUM'),
    from: 40_000,
    to: 90_000,
  },
]

export type Shop = {
  readonly payee: Payee
  readonly from: number
  readonly to: number
  /** Visits a week in the mean. */
  readonly weekly: number
  /** The amount that is booked may be above the pending one by a tip. */
  readonly tips?: boolean
  readonly refunds?: boolean
}

/** Where the household spends what is free. */
export const spending: readonly Shop[] = [
  { payee: card('Kroger', 'KROGER #{store}'), from: 2_500, to: 16_000, weekly: 1.3 },
  { payee: card('Trader Joes', 'TRADER JOE S #{store}'), from: 1_500, to: 9_000, weekly: 0.8 },
  { payee: card('Costco', 'COSTCO WHSE #{store}'), from: 6_000, to: 30_000, weekly: 0.4 },
  { payee: card('Shell', 'SHELL OIL {digits10}'), from: 2_800, to: 6_500, weekly: 0.8 },
  { payee: card('Starbucks', 'STARBUCKS STORE {store}'), from: 450, to: 1_400, weekly: 1.4 },
  { payee: card('Corner Bakery', 'SQ *CORNER BAKERY'), from: 350, to: 2_400, weekly: 0.8 },
  {
    payee: card('Blue Kettle', 'TST* BLUE KETTLE - {city}'),
    from: 2_200,
    to: 9_500,
    weekly: 0.9,
    tips: true,
  },
  {
    payee: card('Target', 'TARGET T-{store}'),
    from: 1_200,
    to: 12_000,
    weekly: 0.6,
    refunds: true,
  },
  { payee: card('CVS', 'CVS/PHARMACY #{store}'), from: 600, to: 5_000, weekly: 0.4 },
  { payee: card('Uber', 'UBER *TRIP HELP.UBER.COM'), from: 900, to: 4_500, weekly: 0.4 },
  {
    payee: card('Home Depot', 'THE HOME DEPOT #{store}'),
    from: 1_100,
    to: 25_000,
    weekly: 0.2,
    refunds: true,
  },
  {
    payee: plain('Jon Peters', 'Zelle payment to Jon Peters {conf}'),
    from: 1_000,
    to: 9_000,
    weekly: 0.2,
  },
]

/** Where it spends on its holidays. */
export const holiday: readonly Shop[] = [
  {
    payee: card('Alaska Air', 'ALASKA AIR {digits10} SEATTLE WA'),
    from: 18_000,
    to: 60_000,
    weekly: 1,
  },
  {
    payee: card('Hotel Lumiere', 'HOTEL LUMIERE         PARIS         FRA'),
    from: 12_000,
    to: 40_000,
    weekly: 3,
  },
  {
    payee: card('Cafe de la Gare', 'CAFE DE LA GARE       LYON          FRA'),
    from: 600,
    to: 5_500,
    weekly: 9,
  },
]
