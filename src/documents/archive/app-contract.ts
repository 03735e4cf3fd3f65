import * as z from 'zod'
import { languageTags } from '#/core/values/languages.ts'
import { endpoint } from '#/platform/contract/endpoint.ts'

/** The endpoint of a year’s archive. */
export const archiveApp = {
  exportArchive: endpoint({
    method: 'GET',
    path: '/archive',
    logged: 'household.export',
    tag: 'Export',
    summary:
      'Export a year as one ZIP: lists, journals, the whole document, a summary and checksums',
    description:
      'The same state of a household makes the same bytes. The document holds the whole household, with its members, so the ' +
      'archive asks for what `GET /export` asks for (docs/export.md).',
    cost: 100,
    heavy: true,
    scope: 'data.read',
    standing: 'any',
    right: 'deletion',
    sudo: true,
    separate: true,
    stream: true,
    query: z.strictObject({
      year: z.int().min(1900).max(2999),
      headings: z.enum(['plain', ...languageTags]).default('plain'),
      language: z.enum(languageTags).default('en').describe('The language of the summary.'),
    }),
    response: z.looseObject({}),
  }),
}
