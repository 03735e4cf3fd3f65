import { createRecord } from '#/platform/audited/create.ts'
import { orderRecords } from '#/platform/audited/order.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { categoriesApp } from './app-contract.ts'
import { checkParent } from './check-parent.ts'

/** `POST /categories` */
export const createCategory: Act<typeof categoriesApp.createCategory> = async (
  acting,
  { body },
) => {
  await checkParent(acting, { id: null, kind: body.kind }, body.parent_id)
  return createRecord(acting, 'categories', {
    values: { ...body, is_system: false, is_starter: false },
  })
}

/** `PUT /categories/order` */
export const orderCategories: Act<typeof categoriesApp.orderCategories> = (acting, { body }) =>
  orderRecords(acting, 'categories', body.ids)
