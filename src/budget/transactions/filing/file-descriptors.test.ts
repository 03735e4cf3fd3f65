import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCategory } from '#/budget/categories/choose.ts'
import { allMeanings, catalogOf } from '#/budget/categories/meanings.ts'
import { starterDocument } from '#/budget/categories/starter/starter-document.ts'
import { type LanguageTag, languageTags } from '#/core/values/languages.ts'
import { conceptOf } from '#/budget/transactions/naming/descriptor.ts'
import {
  type FiledDescriptor,
  filedDescriptors,
} from '../../../../test/support/filed-descriptors.ts'
import { evidenceOf, knownBrand } from './evidence.ts'

const catalogs = new Map(
  languageTags.map((language) => {
    const categories = starterDocument(language).map(({ name, kind }) => ({
      id: name,
      name,
      kind,
      isHidden: false,
    }))
    return [language, catalogOf(categories)] as const
  }),
)

/** Files a payment as the import of a new household does: with the usual categories, and no evidence but its text. */
function judge(one: FiledDescriptor, language: LanguageTag): 'right' | 'wrong' | 'none' {
  const catalog = catalogs.get(language)!
  const { descriptor, amount } = one
  const concept = conceptOf({ merchant: null, description: descriptor, memo: null })
  const payment = { accountId: 'a', concept, merchant: '', descriptor, amount }
  const chosen = chooseCategory(
    evidenceOf(
      { ...payment, mcc: null, providerCategory: null },
      { rule: null, choice: null, isCard: false, brandOf: knownBrand },
    ),
    catalog,
  )
  if (chosen === null) return 'none'
  const accepted = allMeanings().filter((meaning) => one.meanings.includes(meaning))
  const isRight = accepted.some((meaning) => catalog.about(meaning)?.id === chosen.category.id)
  return isRight ? 'right' : 'wrong'
}

const isHeldOut = (_: unknown, index: number) => index % 8 === 7

function sharesOf(some: readonly FiledDescriptor[], language: LanguageTag = 'en') {
  const judged = Object.groupBy(some, (one) => judge(one, language))
  const percent = (found: readonly unknown[] = []) =>
    Math.round((found.length / some.length) * 1000) / 10
  return {
    right: percent(judged.right),
    wrong: percent(judged.wrong),
    mistaken: (judged.wrong ?? []).map(({ descriptor }) => descriptor),
  }
}

test('a new household has the right category for 85 % of payments, and a wrong one for 2 %', (t) => {
  const tuned = filedDescriptors.filter((one, index) => !isHeldOut(one, index))
  const { right, wrong, mistaken } = sharesOf(tuned)
  t.diagnostic(`${tuned.length} payments: ${right} % right, ${wrong} % wrong`)
  assert.ok(right >= 85, `${right} % right`)
  assert.ok(wrong <= 2, mistaken.join('\n'))
})

test('payments held out from the tuning are filed, too: 80 % right, 4 % wrong', (t) => {
  const { right, wrong, mistaken } = sharesOf(filedDescriptors.filter(isHeldOut))
  t.diagnostic(`${right} % right, ${wrong} % wrong`)
  assert.ok(right >= 80, `${right} % right`)
  assert.ok(wrong <= 4, mistaken.join('\n'))
})

test('payments are filed in each of twelve languages, 60 % right at least', () => {
  const languages = Object.entries(Object.groupBy(filedDescriptors, ({ language }) => language))
  assert.equal(languages.length, 12)
  assert.deepEqual(
    languages.filter(([, some]) => sharesOf(some!).right < 60).map(([language]) => language),
    [],
  )
})

test('the sets of all languages file as many payments as the English one', () => {
  const english = sharesOf(filedDescriptors)
  for (const language of languageTags) {
    const { right, wrong } = sharesOf(filedDescriptors, language)
    assert.ok(
      Math.abs(right - english.right) < 2,
      `${language}: ${right} %, not ${english.right} %`,
    )
    assert.ok(wrong <= 4, `${language}: ${wrong} % wrong`)
  }
})

test('every expected meaning exists', () => {
  const known = new Set<string>(allMeanings())
  const named = filedDescriptors.flatMap(({ meanings }) => meanings)
  assert.deepEqual(
    named.filter((meaning) => !known.has(meaning)),
    [],
  )
})
