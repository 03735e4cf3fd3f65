import { fold } from '#/core/values/fold.ts'
import { type Meaning, meanings } from '#/budget/categories/words/meanings.ts'

export type { Meaning }

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
  /** Finds the one category of that name, of the kind that money going out or coming in has first. */
  readonly named: (name: string, isOut: boolean) => NamedCategory | null
}

export function catalogOf(categories: readonly NamedCategory[]): Catalog {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const byName = Map.groupBy(
    categories.filter(({ isHidden }) => !isHidden),
    ({ name, kind }) => `${kind} ${fold(name)}`,
  )
  const found = new Map<Meaning, NamedCategory | null>()
  const named = (name: string, isOut: boolean) => {
    for (const kind of [isOut ? 'expense' : 'income', 'transfer', isOut ? 'income' : 'expense']) {
      const fitting = byName.get(`${kind} ${fold(name)}`) ?? []
      if (fitting.length > 0) return fitting.length === 1 ? fitting[0]! : null
    }
    return null
  }
  return {
    find: (id) => byId.get(id) ?? null,
    named,
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
    const fitting = namesOf(at).flatMap((name) => byName.get(`${kind} ${name}`) ?? [])
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

const folded = new Map<Meaning, readonly string[]>()

/** Lists the names of a meaning, folded; folded once. */
function namesOf(meaning: Meaning): readonly string[] {
  const known = folded.get(meaning)
  if (known) return known
  const names = [...new Set(meanings[meaning].names.split('|').map(fold))]
  folded.set(meaning, names)
  return names
}

let byFoldedName: ReadonlyMap<string, readonly Meaning[]> | null = null

/** Lists the meanings that a name stands for, in any language; narrow and broad, money in and out. */
export function meaningsNamed(name: string): readonly Meaning[] {
  byFoldedName ??= new Map(
    [
      ...Map.groupBy(
        allMeanings().flatMap((meaning) => namesOf(meaning).map((one) => ({ one, meaning }))),
        ({ one }) => one,
      ),
    ].map(([one, found]) => [one, found.map(({ meaning }) => meaning)]),
  )
  return byFoldedName.get(fold(name)) ?? []
}
