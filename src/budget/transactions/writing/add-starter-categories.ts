import type { categoriesApp } from '#/budget/categories/app-contract.ts'
import { createStarterCategories } from '#/budget/categories/starter/create-starter.ts'
import type { Act } from '#/platform/runtime/call.ts'
import { eachChunk, fileRows } from './apply-category-rules.ts'

/** `POST /categories/starter`: creates the usual categories that are missing, then files earlier imports. */
export const addStarterCategories: Act<typeof categoriesApp.addStarterCategories> = async (
  acting,
  { body },
) => {
  const created = await createStarterCategories(acting, body.language)
  let filed = 0
  if (created > 0) {
    await eachChunk(acting, null, async (rows) => {
      filed += await fileRows(acting, rows)
    })
  }
  return { created, filed }
}
