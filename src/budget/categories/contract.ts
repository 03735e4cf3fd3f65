import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { id, instant } from '#/platform/contract/fields.ts'

/** The hues of `words/looks.ts`. */
export const hue = z.enum([
  'rose',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'sky',
  'blue',
  'violet',
  'pink',
])

const extension = { 'x-earmark-extension': true }

/** How a category or an Expense is painted. */
export const look = z
  .object({ hue, icon: z.string() })
  .describe('The hue and the icon (a name of lucide) to show: chosen, or guessed from the name.')

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
          look: look.meta(extension),
          is_starter: z
            .boolean()
            .describe('Earmark made it with the usual categories, and nobody has changed it since.')
            .meta(extension),
          in_use: z.boolean().describe('A transaction or a rule has it.').meta(extension),
          created_at: instant,
          updated_at: instant,
        })
        .meta({ id: 'Category' }),
    ),
  }),
}
