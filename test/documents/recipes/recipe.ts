import assert from 'node:assert/strict'
import { blocks } from '../blocks.ts'

/** The surroundings of a recipe: an instance with the demo household, and a key that may only read it. */
export type Kitchen = { readonly url: string; readonly key: string }

/** The text of a block of a document, with the address of the instance. The block is the one in the language that has `part`. */
export function blockOf(
  path: string,
  { language, part, url }: { language: string; part: string; url: string },
): string {
  const found = blocks.filter(
    (block) => block.path === path && block.language === language && block.text.includes(part),
  )
  assert.equal(found.length, 1, `one ${language} block of ${path} has “${part}”`)
  return found[0]!.text.replaceAll('http://localhost:3000', url)
}

/** Asks the API as a program with a key does. */
export async function ask({ url, key }: Kitchen, path: string): Promise<unknown> {
  const answer = await fetch(path.startsWith('http') ? path : url + path, {
    headers: { authorization: `Bearer ${key}` },
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, `${path}: ${text}`)
  return JSON.parse(text)
}
