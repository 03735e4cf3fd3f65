/**
 * A shop of the demo household. All names are invented. `raw` is the text of a bank, in which `#` stands for a digit that
 * differs between receipts. Amounts in cents.
 */
export type Merchant = {
  readonly name: string
  readonly raw: string
  readonly category: string
  readonly low: number
  readonly high: number
}

const merchant =
  (category: string, low: number, high: number) =>
  (line: string): Merchant => {
    const [name, raw] = line.split(' | ') as [string, string]
    return { name, raw, category, low, high }
  }

const groceries = [
  'Verdano Market | VERDANO MKT ####',
  'Cesta Llena | CESTA LLENA SUPERM. ##/####',
  'Corner Pantry | CORNER PANTRY *####',
  'Sunfield Organics | SUNFIELD ORGANICS ###',
  'Old Mill Bakery | OLDMILL BAKERY ####',
].map(merchant('groceries', 480, 7400))

const coffee = [
  'Ristretto & Co | RISTRETTO+CO ###',
  'Blue Kettle | SQ *BLUE KETTLE ####',
  'Café Andana | CAFE ANDANA T###',
  'Tram Stop Coffee | TRAMSTOP COFFEE ##',
].map(merchant('coffee', 160, 690))

const restaurants = [
  'Casa Pimiento | CASA PIMIENTO ####',
  'Noodle Harbour | NOODLE HARBOUR ##',
  'Trattoria Lumen | TRATT LUMEN *####',
  'The Quiet Fork | QUIET FORK ####',
  'Burger Yard | BURGERYARD ### WEB',
  'Saffron Room | SAFFRON ROOM ####',
].map(merchant('restaurants', 1150, 6400))

const transport = [
  'Rayo Fuel | RAYO EST.SERV ####',
  'Cityhop | CITYHOP RIDE ####',
  'Ridgeline Rail | RIDGELINE RAIL ######',
  'Parkwell | PARKWELL ZONE ##',
].map(merchant('transport', 240, 5800))

const shopping = [
  'Loom & Thread | LOOM THREAD ####',
  'Bright Circuit | BRIGHTCIRCUIT ONLINE ####',
  'Paperbark Books | PAPERBARK BKS ###',
  'Homestead Depot | HOMESTEAD DEP ####',
  'Little Giant Toys | LTL GIANT TOYS ##',
].map(merchant('shopping', 790, 9900))

const health = [
  'Farmacia del Puente | FARMACIA PUENTE ###',
  'Clearview Optics | CLEARVIEW OPT ####',
  'Dr. Halloran Dental | HALLORAN DENTAL ###',
].map(merchant('health', 420, 6800))

const leisure = [
  'Cinema Orbit | CINEMA ORBIT ####',
  'Stagedoor Tickets | STAGEDOOR *######',
  'Granite Climbing | GRANITE CLIMB ##',
  'Pixel Arcade | PIXELARCADE ####',
].map(merchant('leisure', 650, 4900))

export const travel = [
  'Skylark Air | SKYLARK AIR ########',
  'Hotel Miradora | HTL MIRADORA ####',
  'Dune Car Hire | DUNE CARHIRE ######',
  'Lantern Hostels | LANTERN HST ####',
].map(merchant('travel', 4200, 31_000))

/** Purchases on ordinary days, with their probability per day. */
export const habits = [
  { merchants: groceries, daily: 0.36, weekend: 1.5, card: 0.35 },
  { merchants: coffee, daily: 0.5, weekend: 0.7, card: 0 },
  { merchants: restaurants, daily: 0.14, weekend: 2.4, card: 0.6 },
  { merchants: transport, daily: 0.17, weekend: 1, card: 0.3 },
  { merchants: shopping, daily: 0.06, weekend: 2, card: 0.7 },
  { merchants: health, daily: 0.025, weekend: 0.3, card: 0.2 },
  { merchants: leisure, daily: 0.05, weekend: 2.2, card: 0.5 },
] as const
