// Loaded before every test: `assert.deepEqual` compares moments, too. For Node two values of Temporal are always deeply equal,
// because they have no properties of their own.
import assert from 'node:assert/strict'

assert.deepEqual = new Proxy(assert.deepEqual, {
  apply(compare, self, [actual, expected, ...message]: unknown[]) {
    Reflect.apply(compare, self, [actual, expected, ...message])
    const difference = differingMoments(actual, expected)
    if (difference) Reflect.apply(assert.equal, assert, [...difference, ...message])
  },
})

assert.notDeepEqual = new Proxy(assert.notDeepEqual, {
  apply(compare, self, [actual, expected, ...message]: unknown[]) {
    if (differingMoments(actual, expected) !== null) return
    Reflect.apply(compare, self, [actual, expected, ...message])
  },
})

/** Finds two moments at the same place of two values that differ; null: there are none. `within`: what contains the first. */
function differingMoments(
  one: unknown,
  other: unknown,
  within: readonly unknown[] = [],
): [string, string] | null {
  if (!isObject(one) || !isObject(other) || one === other || within.includes(one)) return null
  if (isMoment(one) || isMoment(other)) {
    const texts: [string, string] = [JSON.stringify(one), JSON.stringify(other)]
    return texts[0] === texts[1] ? null : texts
  }
  if (ArrayBuffer.isView(one)) return null
  const [parts, others] = [partsOf(one), partsOf(other)]
  for (const [key, part] of parts) {
    const difference = differingMoments(part, others.get(key), [...within, one])
    if (difference) return difference
  }
  return null
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isMoment(value: object): boolean {
  return Object.prototype.toString.call(value).startsWith('[object Temporal.')
}

function partsOf(value: object): ReadonlyMap<unknown, unknown> {
  return value instanceof Map ? new Map<unknown, unknown>(value) : new Map(Object.entries(value))
}
