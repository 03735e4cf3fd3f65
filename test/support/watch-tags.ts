import assert from 'node:assert/strict'

/** When an answer was made and how many requests are left: both may differ in answers that mean the same. */
const ofTheMoment = /"as_of":"[^"]*T[^"]*"|"rate_limit":\{[^}]*\}/g

/**
 * Holds every answer of a test to its `ETag`: the same request with the same tag has the same answer, also if something was written
 * in between. Answers during which something was written count for nothing, because such an answer may be newer than its tag.
 */
export function watchTags(): (request: Request) => (tag: string | null, text: string) => void {
  const seen = new Map<string, string>()
  let writing = 0
  let writes = 0
  return (request) => {
    const isWrite = request.method !== 'GET'
    if (isWrite) writing += 1
    const before = writes + writing
    return (tag, text) => {
      if (isWrite) {
        writing -= 1
        writes += 1
        return
      }
      if (tag === null || text === '' || writing > 0 || writes !== before) return
      const name = [request.headers.get('authorization'), request.url, tag].join('\n')
      const [known, answer] = [seen.get(name), text.replaceAll(ofTheMoment, '')]
      if (known === undefined) seen.set(name, answer)
      else assert.equal(answer, known, `${request.url} has two answers under ${tag}`)
    }
  }
}
