import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

export const categories = {
  listCategories: endpoint({
    method: 'GET',
    path: '/categories',
    tag: 'Categories',
    summary: 'List the catalog used for `category_id`',
    scope: 'data.read',
    response: z.array(
      z
        .object({
          id,
          name: z.string(),
          kind: z.enum(['expense', 'income', 'transfer']),
          parent_id: id.nullable(),
          group_name: z.string().nullable().describe('The name of the parent.'),
          icon: z.string().nullable(),
          color: z.string().nullable(),
          is_system: z.boolean(),
          is_hidden: z.boolean(),
          position: z.int(),
          created_at: instant,
          updated_at: instant,
        })
        .meta({ id: 'Category' }),
    ),
  }),
}
