import { type BrandKind, brandKinds } from '#/budget/transactions/naming/brand-kinds.ts'

const lists: readonly (readonly [BrandKind, string])[] = [
  [
    'supermarket',
    'shop/supermarket shop/wholesale shop/frozen_food shop/health_food shop/country_store',
  ],
  ['convenience', 'shop/convenience shop/kiosk highway/services'],
  ['bakery', 'shop/bakery shop/pastry'],
  [
    'food_shop',
    'shop/butcher shop/deli shop/greengrocer shop/confectionery shop/chocolate shop/dairy shop/tea shop/coffee shop/cheese shop/seafood shop/nuts shop/spices',
  ],
  ['drinks_shop', 'shop/alcohol shop/wine shop/beverages'],
  ['restaurant', 'amenity/restaurant'],
  ['fast_food', 'amenity/fast_food'],
  ['cafe', 'amenity/cafe amenity/ice_cream'],
  ['bar', 'amenity/bar amenity/pub'],
  ['fuel', 'amenity/fuel'],
  ['charging', 'amenity/charging_station'],
  ['parking', 'amenity/parking'],
  ['car_wash', 'amenity/car_wash'],
  ['car_repair', 'shop/car_repair shop/car_parts shop/tyres amenity/vehicle_inspection'],
  ['car_dealer', 'shop/car shop/motorcycle shop/truck shop/caravan'],
  ['car_rental', 'amenity/car_rental amenity/car_sharing shop/rental'],
  ['bicycle', 'shop/bicycle amenity/bicycle_rental'],
  ['travel', 'shop/travel_agency'],
  ['hotel', 'tourism/hotel tourism/motel tourism/hostel tourism/caravan_site'],
  ['pharmacy', 'amenity/pharmacy'],
  ['drugstore', 'shop/chemist'],
  ['optician', 'shop/optician shop/hearing_aids'],
  [
    'doctor',
    'amenity/clinic amenity/dentist amenity/doctors healthcare/laboratory healthcare/physiotherapist shop/medical_supply',
  ],
  ['beauty', 'shop/cosmetics shop/beauty shop/perfumery shop/massage'],
  ['hairdresser', 'shop/hairdresser'],
  ['gym', 'leisure/fitness_centre leisure/sports_centre'],
  ['sports', 'shop/sports shop/outdoor shop/fishing'],
  ['clothes', 'shop/clothes shop/fashion_accessories shop/bag shop/leather'],
  ['shoes', 'shop/shoes'],
  ['jewelry', 'shop/jewelry shop/watches'],
  ['department_store', 'shop/department_store'],
  ['variety_store', 'shop/variety_store shop/second_hand'],
  [
    'electronics',
    'shop/electronics shop/computer shop/hifi shop/appliance shop/camera shop/photo shop/vacuum_cleaner',
  ],
  ['furniture', 'shop/furniture shop/bed shop/kitchen'],
  [
    'houseware',
    'shop/houseware shop/interior_decoration shop/household_linen shop/lighting shop/carpet shop/curtain',
  ],
  [
    'doityourself',
    'shop/doityourself shop/hardware shop/trade shop/paint shop/tiles shop/electrical shop/bathroom_furnishing shop/flooring',
  ],
  ['garden', 'shop/garden_centre shop/agrarian'],
  ['pet', 'shop/pet'],
  ['veterinary', 'amenity/veterinary'],
  ['toys', 'shop/toys shop/games shop/model'],
  ['baby', 'shop/baby_goods'],
  ['books', 'shop/books'],
  ['stationery', 'shop/stationery shop/copyshop shop/craft shop/printer_ink'],
  ['newsagent', 'shop/newsagent'],
  ['tobacco', 'shop/tobacco shop/e-cigarette'],
  ['gift', 'shop/gift shop/party'],
  ['florist', 'shop/florist'],
  ['music', 'shop/musical_instrument shop/music'],
  ['games', 'shop/video_games leisure/amusement_arcade'],
  ['cinema', 'amenity/cinema'],
  [
    'leisure',
    'tourism/theme_park leisure/bowling_alley leisure/trampoline_park leisure/indoor_play leisure/escape_game',
  ],
  ['gambling', 'shop/bookmaker shop/lottery amenity/casino'],
  ['telecom', 'shop/mobile_phone shop/telecommunication office/telecommunication'],
  ['insurance', 'office/insurance'],
  ['laundry', 'shop/laundry shop/dry_cleaning'],
  ['storage', 'shop/storage_rental'],
  ['post', 'amenity/post_office amenity/parcel_locker'],
  ['charity', 'shop/charity'],
]

/** The kind of each list of the index. Other lists are left out: they name nobody that people pay, or mostly banks. */
export const kindsOfShops: Readonly<Record<string, BrandKind | undefined>> = Object.fromEntries(
  lists.flatMap(([kind, paths]) => paths.split(' ').map((path) => [path, kind] as const)),
)

/** The trades that companies are best known for; they win over their other trades. */
const known: readonly BrandKind[] = [
  'department_store',
  'furniture',
  'electronics',
  'supermarket',
  'fuel',
  'telecom',
  'pharmacy',
  'drugstore',
  'sports',
  'doityourself',
  'clothes',
  'books',
  'bakery',
  'fast_food',
  'cafe',
  'restaurant',
  'convenience',
]

export function outranks(kind: BrandKind): number {
  const place = known.indexOf(kind)
  return place >= 0 ? place : known.length + brandKinds.indexOf(kind)
}
