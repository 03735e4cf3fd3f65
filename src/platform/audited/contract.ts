import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { expectedUpdate, id, instant } from '#/platform/contract/fields.ts'

/** The answer to a creation or a change. `updated_at` is what the next change may be based on. */
export const recordVersion = z.object({ id, updated_at: instant })

export const done = z.object({ success: z.literal(true) })

export const records = {
  listChanges: endpoint({
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    summary: 'List who changed what, newest first',
    scope: 'data.read',
    query: z.strictObject({
      subject_id: id.optional(),
      limit: z.int().min(1).max(500).default(100),
      before: id.optional().describe('Continues behind this entry.'),
    }),
    response: z.array(
      z.object({
        id,
        at: instant,
        member_id: id.nullable().describe('Null: the operator.'),
        through: z.enum(['app', 'cli', 'api', 'engine']),
        action: z.string(),
        subject_type: z.string(),
        subject_id: id,
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
}

/** The common part of endpoints that create a record. */
export const create = {
  method: 'POST',
  scope: 'data.write',
  refusals: ['limit_reached'],
  response: recordVersion,
} as const

const ofOne = {
  scope: 'data.write',
  refusals: ['resource_not_found', 'edit_conflict'],
  params: z.strictObject({ id }),
} as const

/** The common part of endpoints that change fields of a record. With `expected_updated_at`, an outdated change is refused. */
export function changeOf<const F extends z.ZodRawShape>(fields: F) {
  return {
    ...ofOne,
    method: 'PATCH',
    body: z.strictObject(fields).partial().extend({ expected_updated_at: expectedUpdate }),
    response: recordVersion,
  } as const
}

/** The common part of endpoints that act on a record. With `expected_updated_at`, an outdated action is refused. */
export const action = {
  ...ofOne,
  method: 'POST',
  body: z.strictObject({ expected_updated_at: expectedUpdate }),
  response: recordVersion,
} as const

/** The common part of endpoints that order records: they take all ids of the kind, in the new order. */
export const ordering = {
  method: 'PUT',
  scope: 'data.write',
  refusals: ['resource_not_found', 'edit_conflict'],
  body: z.strictObject({ ids: z.array(id).max(10_000) }),
  response: done,
} as const

/** The common part of endpoints that remove a record. With `expected_updated_at`, an outdated removal is refused. */
export const removal = {
  ...ofOne,
  method: 'DELETE',
  query: z.strictObject({ expected_updated_at: expectedUpdate }),
  response: done,
} as const
