import * as z from 'zod'
import { endpoint } from '#/platform/contract/endpoint.ts'
import { common } from '#/platform/contract/common-fields.ts'
import { id } from '#/platform/contract/fields.ts'

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
  .object({
    hue: hue.describe('The name of a hue.'),
    icon: z.string().describe('The name of an icon of lucide.'),
  })
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
          id: id.describe('The id of the category.'),
          name: z.string().describe('The name of the category.'),
          kind: z
            .enum(['expense', 'income', 'transfer'])
            .describe('The type of the transactions that it is meant for.'),
          parent_id: id
            .nullable()
            .describe('The category that this one is part of; null: it stands by itself.'),
          group_name: z
            .string()
            .nullable()
            .describe('The name of the parent; null: it stands by itself.'),
          icon: z
            .string()
            .nullable()
            .describe('The icon chosen for it; null: none. `look` always has one.'),
          color: z
            .string()
            .nullable()
            .describe('The color chosen for it, in the words of the one who chose; null: none.'),
          is_system: z
            .boolean()
            .describe('True if Earmark needs it, so that it cannot be removed.'),
          is_hidden: z.boolean().describe('True if lists to choose from leave it out.'),
          position: z.int().describe('Its place in the order of the household, from 0.'),
          look: look.meta(extension),
          is_starter: z
            .boolean()
            .describe('Earmark made it with the usual categories, and nobody has changed it since.')
            .meta(extension),
          in_use: z.boolean().describe('A transaction or a rule has it.').meta(extension),
          created_at: common.created_at,
          updated_at: common.updated_at,
        })
        .meta({ id: 'Category' }),
    ),
  }),
}
