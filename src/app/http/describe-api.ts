import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '#/app/api-docs/document.ts'
import { ORIGIN } from '#/app/api-docs/places.ts'
import { openapi } from '#/platform/contract/openapi.ts'
import { readVersion } from '#/platform/runtime/version.ts'
import type { Examples } from '#/platform/contract/openapi-examples.ts'
import { events } from '#/webhooks/contract.ts'
import { publicContracts } from './public-contracts.ts'

/** Requests to the demo household and their answers; `npm run examples` writes the file. */
export const EXAMPLES_FILE = join(import.meta.dirname, 'api-examples.json')

/** Returns the OpenAPI document of an instance by its address, such as `https://earmark.example`. */
export function describeApi(origin: string): Document {
  const examples = JSON.parse(
    readFileSync(EXAMPLES_FILE, 'utf8').replaceAll(ORIGIN, quoted(origin)),
  ) as Examples
  return openapi(publicContracts, { serverUrl: `${origin}/v1`, events, examples }) as Document
}

/**
 * Names the form of all answers, for their tags: a version that answers in another form has other examples, because a test
 * holds them to the answers.
 */
export function readEdition(): string {
  return `${readVersion()} ${hash('sha256', readFileSync(EXAMPLES_FILE))}`
}

type Description = {
  /** Writes the document for a reader who reaches the instance under this address. */
  readonly write: (origin: string) => string
}

/**
 * Describes the API at the first request, and keeps the text only: the tree of the document would take ten times the
 * memory, for a page that few instances ever show.
 */
export function createDescription(): Description {
  let pieces: readonly string[] | null = null
  const write = (origin: string) => {
    pieces ??= JSON.stringify(describeApi(ORIGIN)).split(ORIGIN)
    return pieces.join(quoted(origin))
  }
  return { write }
}

/** An address as the inside of a JSON text: a Host header may contain a quotation mark. */
function quoted(origin: string): string {
  return JSON.stringify(origin).slice(1, -1)
}
