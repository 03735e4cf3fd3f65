import type { Meaning } from './meanings.ts'

/** Twelve hues of equal lightness; the application paints them for both themes. */
export const hues = [
  'rose',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'sky',
  'blue',
  'violet',
  'pink',
] as const

export type Hue = (typeof hues)[number]

/** The hue and the icon (a name of lucide) of each meaning. Members of a group have the hue of the group or one near it. */
export const looks: Readonly<Record<Meaning, readonly [Hue, string]>> = {
  food: ['orange', 'utensils'],
  groceries: ['lime', 'shopping-basket'],
  restaurants: ['orange', 'utensils'],
  coffee: ['amber', 'coffee'],
  bars: ['rose', 'wine'],
  shopping: ['pink', 'shopping-bag'],
  clothing: ['pink', 'shirt'],
  electronics: ['sky', 'laptop'],
  household: ['amber', 'sofa'],
  books: ['teal', 'book-open'],
  gifts: ['rose', 'gift'],
  transport: ['blue', 'train-front'],
  car: ['blue', 'car'],
  fuel: ['red', 'fuel'],
  parking: ['sky', 'circle-parking'],
  taxi: ['amber', 'car-taxi-front'],
  travel: ['cyan', 'plane'],
  flights: ['cyan', 'plane'],
  lodging: ['teal', 'bed'],
  health: ['red', 'heart-pulse'],
  pharmacy: ['rose', 'pill'],
  fitness: ['lime', 'dumbbell'],
  beauty: ['pink', 'scissors'],
  entertainment: ['violet', 'clapperboard'],
  subscriptions: ['violet', 'tv'],
  games: ['violet', 'gamepad-2'],
  education: ['sky', 'graduation-cap'],
  children: ['amber', 'baby'],
  pets: ['orange', 'paw-print'],
  housing: ['sky', 'house'],
  rent: ['teal', 'key-round'],
  mortgage: ['teal', 'landmark'],
  utilities: ['amber', 'plug'],
  energy: ['amber', 'zap'],
  water: ['sky', 'droplet'],
  communication: ['cyan', 'smartphone'],
  insurance: ['blue', 'shield'],
  loans: ['red', 'hand-coins'],
  taxes: ['violet', 'receipt-text'],
  fees: ['red', 'percent'],
  cash: ['lime', 'banknote'],
  charity: ['rose', 'heart-handshake'],
  services: ['sky', 'briefcase'],
  government: ['violet', 'landmark'],
  income: ['cyan', 'coins'],
  salary: ['cyan', 'wallet'],
  interest: ['cyan', 'coins'],
  transfer: ['blue', 'arrow-left-right'],
  savings: ['teal', 'piggy-bank'],
  card_payment: ['blue', 'credit-card'],
}

/** The hues that are guessed: on the screens green says that money is free to spend, so only people choose it. */
export const guessedHues: readonly Hue[] = hues.filter((hue) => hue !== 'green')

/** Words for what people save and pay for, whose money no category names: the hue, the icon, and the words. */
export const laterLooks: readonly (readonly [Hue, string, string])[] = [
  [
    'amber',
    'umbrella',
    'emergency|emergencies|rainy|buffer|cushion|emergencia|emergencias|imprevistos|colchon|notgroschen|notfall|puffer|urgence|emergenza',
  ],
  [
    'teal',
    'piggy-bank',
    'savings|saving|nest|ahorro|ahorros|sparen|erspartes|epargne|risparmi|sparande|opsparing',
  ],
  [
    'cyan',
    'plane',
    'trip|trips|journey|summer|winter|beach|ski|viaje|viajes|verano|invierno|playa|reise|reisen|sommer|voyage|ete|viaggio|resa',
  ],
  [
    'rose',
    'gift',
    'christmas|xmas|birthday|birthdays|present|presents|navidad|cumpleanos|regalo|regalos|reyes|weihnachten|geburtstag|geschenke|noel|natale',
  ],
  ['pink', 'heart', 'wedding|anniversary|honeymoon|boda|aniversario|hochzeit|mariage'],
  ['lime', 'bike', 'bike|bicycle|cycling|bici|bicicleta|fahrrad|rad|velo|cykel'],
  ['violet', 'tv', 'netflix|disney|hbo|streaming|television|films|movies|peliculas|filme'],
  [
    'violet',
    'music',
    'music|spotify|piano|guitar|concert|concerts|musica|guitarra|concierto|musik|klavier|gitarre|konzert',
  ],
  ['cyan', 'smartphone', 'phones|mobile|mobiles|telefono|telefonos|movil|moviles|handy|handys'],
  ['sky', 'laptop', 'laptop|computer|macbook|software|icloud|cloud|ordenador|portatil|rechner'],
  ['sky', 'camera', 'camera|photo|photos|camara|kamera'],
  [
    'amber',
    'sofa',
    'sofa|furniture|kitchen|bathroom|mattress|muebles|cocina|bano|moebel|mobel|kueche|kuche|bad',
  ],
  [
    'orange',
    'hammer',
    'repair|repairs|renovation|maintenance|obra|obras|reforma|reparacion|reparaciones|renovierung|reparatur|reparaturen',
  ],
  ['teal', 'key-round', 'deposit|fianza|kaution'],
  ['teal', 'trees', 'garden|jardin|garten'],
  ['blue', 'bus', 'bus|commute|abono|ticket'],
]

/** The icons that people choose from: those of the meanings, and a few more. */
export const icons: readonly string[] = [
  ...new Set([
    ...Object.values(looks).map(([, icon]) => icon),
    'tag',
    'star',
    'heart',
    'bike',
    'bus',
    'trees',
    'flower-2',
    'music',
    'camera',
    'palette',
    'hammer',
    'stethoscope',
    'pizza',
    'beer',
    'cake',
    'dog',
    'building-2',
    'church',
    'trophy',
    'umbrella',
    'mail',
    'target',
  ]),
]
