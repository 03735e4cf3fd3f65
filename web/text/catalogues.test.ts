import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample } from '../../test/support/sample-detail.ts'
import { createFormats } from './formats.ts'
import { languages } from './language.ts'

type Text = { readonly path: string; readonly text: string }

/** Arguments for texts that are functions, by what they may expect; the first that works is used. */
const samples: readonly unknown[] = [
  'Ada',
  2,
  {
    ...sample,
    name: 'Rent',
    held: '5',
    frequency: 'monthly',
    weekday: 'Friday',
    days: [1],
    count: 2,
    reason: 'new',
    names: 'Ada',
  },
  ['1', '2'],
]

/** The words that only some screens load. */
async function loadLater(tag: string) {
  const formats = createFormats(tag)
  const { access } = (await import(`./${tag}/access.ts`)) as typeof import('./en/access.ts')
  const { backups } = (await import(`./${tag}/backups.ts`)) as typeof import('./en/backups.ts')
  const { devices } = (await import(`./${tag}/devices.ts`)) as typeof import('./en/devices.ts')
  const { insights } = (await import(`./${tag}/insights.ts`)) as typeof import('./en/insights.ts')
  const { keys } = (await import(`./${tag}/keys.ts`)) as typeof import('./en/keys.ts')
  const { movingIn } = (await import(`./${tag}/moving-in.ts`)) as typeof import('./en/moving-in.ts')
  const { notices } = (await import(`./${tag}/notices.ts`)) as typeof import('./en/notices.ts')
  return {
    access: access(formats),
    backups,
    devices,
    notices,
    insights: insights(formats),
    keys: keys(formats),
    movingIn: movingIn(formats),
  }
}

const spoken = await Promise.all(
  Object.entries(languages).map(async ([tag, { load }]) => ({
    tag,
    texts: textsIn({ ...(await load()), ...(await loadLater(tag)) }),
  })),
)

/** Collects the texts below a part of a catalogue, each with its path; functions are called with samples. */
function textsIn(part: unknown, path = ''): readonly Text[] {
  if (typeof part === 'string') return [{ path, text: part }]
  if (typeof part === 'function') return [{ path, text: worded(part as Wording, path) }]
  if (part === null || typeof part !== 'object') return []
  return Object.entries(part).flatMap(([name, below]) => textsIn(below, `${path}.${name}`))
}

type Wording = (...given: readonly unknown[]) => unknown

function worded(wording: Wording, path: string): string {
  for (const first of samples) {
    for (const rest of samples) {
      try {
        const text = wording(first, rest, rest)
        if (typeof text === 'string' && !/undefined|\[object/.test(text)) return text
      } catch {
        // Another sample fits.
      }
    }
  }
  throw new Error(`no sample fits ${path}`)
}

/** The texts that break a rule, in any language. */
function faults(isFaulty: (one: Text) => boolean): readonly string[] {
  return spoken.flatMap(({ tag, texts }) =>
    texts.filter(isFaulty).map(({ path, text }) => `${tag}${path}: ${text}`),
  )
}

test('no text contains a code or a name of a field', () => {
  const isCode = ({ path, text }: Text) =>
    !path.startsWith('.developers') && /\p{Ll}_\p{L}|`/u.test(text)
  assert.deepEqual(faults(isCode), [])
})

test('no text calls money that is set aside an Expense', () => {
  assert.deepEqual(
    faults(({ text }) => /\bExpenses?\b/i.test(text)),
    [],
  )
})

test('no text has spaces at its ends or straight quotes', () => {
  // Texts that join or divide others begin and end with a space; people type the straight quotes of a search.
  const joining = ['.paydays.and', '.devices.tasker.split.splitter']
  const isExempt = ({ path }: Text) => joining.includes(path) || path.includes('.tips.')
  assert.deepEqual(
    faults((one) => !isExempt(one) && /^\s|\s$|"|\p{L}'\p{L}/u.test(one.text)),
    [],
  )
})

test('every language words every text', () => {
  const [first, ...others] = spoken.map(({ texts }) => texts.map(({ path }) => path).toSorted())
  for (const paths of others) assert.deepEqual(paths, first)
})
