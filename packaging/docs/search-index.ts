import MiniSearch from 'minisearch'
import {
  type Document,
  listEvents,
  listOperations,
  type Lookup,
  lookupIn,
  type Operation,
  type Schema,
} from '#/app/api-docs/document.ts'
import type { Guide } from '#/app/api-docs/guides.ts'
import { renderMarkdown } from '#/app/api-docs/markdown.ts'
import { ORIGIN, REFERENCE, type Site } from '#/app/api-docs/places.ts'
import { refusalsOf } from '#/app/api-docs/reference-page.ts'
import { type Entry, options } from '#/app/api-docs/search-words.ts'
import { readSections } from '#/app/api-docs/sections.ts'

/** Characters of the beginning of each text that the index holds. */
const LEAD = 100

/** Builds the index that the browser loads: all sections of the guides, and all operations and events. */
export function buildIndex(
  guides: Iterable<Guide>,
  document: Document,
  site: Site,
): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>(options)
  const entries = [...entriesOf(document, site), ...[...guides].flatMap((one) => read(one, site))]
  index.addAll(entries.map((entry, id) => ({ ...entry, id, lead: cut(entry.lead ?? entry.text) })))
  return index
}

/** The beginning of a text. The browser reads the rest of a page that it shows from its Markdown. */
function cut(text: string): string {
  return text.length <= LEAD ? text : `${text.slice(0, text.lastIndexOf(' ', LEAD))} …`
}

/** An entry before it is numbered. Without a `lead` its text begins it. */
type Found = Omit<Entry, 'id' | 'lead'> & { readonly lead?: string }

function read({ name, title, text }: Guide, site: Site): Found[] {
  const { headings } = renderMarkdown(text, () => null)
  return readSections(text.replaceAll(ORIGIN, 'http://localhost:3000'), headings).map(
    (section, at) => ({
      heading: section.heading,
      names: '',
      page: title,
      text: section.text,
      path: `${site.page(name, '')}${at === 0 ? '' : `#${section.id}`}`,
      method: '',
    }),
  )
}

function entriesOf(document: Document, site: Site): Found[] {
  const lookup = lookupIn(document)
  const all = [...listOperations(document), ...listEvents(document)]
  const address = site.page(REFERENCE, '')
  const page = 'API reference'
  const operations = all.map((operation) => {
    const lead = plain(operation.description ?? '')
    return {
      heading: operation.summary,
      names: `${operation.method === 'EVENT' ? '' : '/v1'}${operation.path} ${operation.operationId}`,
      page,
      text: [lead, ...fieldsOf(operation, lookup)].join(' '),
      lead,
      path: `${address}#${operation.operationId}`,
      method: operation.method,
    }
  })
  const errors = new Map(all.flatMap(refusalsOf).map((one) => [one.code, one]))
  const introduction = {
    heading: 'Introduction',
    names: 'introduction',
    page,
    text: plain(document.info.description),
    path: `${address}#introduction`,
    method: '',
  }
  return [
    ...operations,
    ...[...errors.values()].map(({ code, status, message }) => ({
      heading: code,
      names: `${status} error`,
      page,
      text: plain(message),
      path: `${address}#errors`,
      method: '',
    })),
    introduction,
  ]
}

/** The names of all parameters and fields of an operation. */
function fieldsOf({ parameters, body, answer }: Operation, lookup: Lookup): readonly string[] {
  const names = new Set(parameters.map(({ name }) => name))
  const visit = (given: Schema, depth: number) => {
    const schema = lookup.schema(given)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      names.add(name)
      if (depth < 3) visit(field, depth + 1)
    }
    for (const inner of [schema.items ?? [], schema.anyOf ?? [], schema.allOf ?? []].flat()) {
      if (depth < 3) visit(inner, depth + 1)
    }
  }
  for (const schema of [body, answer.schema]) if (schema) visit(schema, 0)
  return [...names]
}

/** A description without its marks, and without the scope, which most end with. */
function plain(description: string): string {
  return description
    .replace(/Needs the scope `data\.(?:read|write)`\./, '')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
