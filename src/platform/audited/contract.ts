import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { expectedUpdate, id, instant } from '#/platform/contract/fields.ts'

/** What an answer says of a record that was made or changed: what the next change may be based on. */
export const told = z.object({ id, updated_at: instant })

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

/** What is made, of fields that are its own. */
export const creation = {
  method: 'POST',
  scope: 'data.write',
  refusals: ['limit_reached'],
  response: told,
} as const

const ofOne = {
  scope: 'data.write',
  refusals: ['resource_not_found', 'edit_conflict'],
  params: z.strictObject({ id }),
} as const

/** What is changed by its id, each of the fields or none; who has seen an older state may say so and is refused. */
export function changeOf<const F extends z.ZodRawShape>(fields: F) {
  return {
    ...ofOne,
    method: 'PATCH',
    body: z.strictObject(fields).partial().extend({ expected_updated_at: expectedUpdate }),
    response: told,
  } as const
}

/** What is done to one by its id; who has seen an older state may say so and is refused. */
export const deed = {
  ...ofOne,
  method: 'POST',
  body: z.strictObject({ expected_updated_at: expectedUpdate }),
  response: told,
} as const

/** What is put in an order: all ids of its kind, the first one first. */
export const ordering = {
  method: 'PUT',
  scope: 'data.write',
  refusals: ['resource_not_found', 'edit_conflict'],
  body: z.strictObject({ ids: z.array(id).max(10_000) }),
  response: done,
} as const

/** What is removed by its id; who has seen an older state may say so and is refused. */
export const removal = {
  ...ofOne,
  method: 'DELETE',
  query: z.strictObject({ expected_updated_at: expectedUpdate }),
  response: done,
} as const
