import * as z from 'zod'
import { endpoint } from '#/contract/endpoint.ts'
import { expectedUpdate, id, name, visibleText } from '#/contract/fields.ts'
import { done, told } from '#/records/contract.ts'

const fields = {
  name,
  parent_id: id.nullable(),
  icon: visibleText({ min: 1, max: 40 }).nullable(),
  color: visibleText({ min: 1, max: 40 }).nullable(),
  is_hidden: z.boolean(),
}

/** What people change about categories. For the application and the command line. */
export const categoriesApp = {
  createCategory: endpoint({
    method: 'POST',
    path: '/categories',
    tag: 'Categories',
    summary: 'Create a category',
    scope: 'data.write',
    refusals: ['resource_not_found'],
    body: z.strictObject({
      name,
      kind: z.enum(['expense', 'income', 'transfer']).default('expense'),
      parent_id: fields.parent_id.default(null),
      icon: fields.icon.default(null),
      color: fields.color.default(null),
      is_hidden: z.boolean().default(false),
    }),
    response: told,
  }),
  changeCategory: endpoint({
    method: 'PATCH',
    path: '/categories/{id}',
    tag: 'Categories',
    summary: 'Rename, move, mark or hide a category',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    params: z.strictObject({ id }),
    body: z.strictObject({
      ...z.object(fields).partial().shape,
      expected_updated_at: expectedUpdate,
    }),
    response: told,
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/categories/{id}',
    tag: 'Categories',
    summary: 'Remove a category that no transaction has',
    scope: 'data.write',
    refusals: ['resource_not_found', 'still_in_use', 'edit_conflict'],
    params: z.strictObject({ id }),
    query: z.strictObject({ expected_updated_at: expectedUpdate }),
    response: done,
  }),
  orderCategories: endpoint({
    method: 'PUT',
    path: '/categories/order',
    tag: 'Categories',
    summary: 'Put the categories in an order',
    scope: 'data.write',
    refusals: ['resource_not_found', 'edit_conflict'],
    body: z.strictObject({ ids: z.array(id).max(10_000) }),
    response: done,
  }),
}
