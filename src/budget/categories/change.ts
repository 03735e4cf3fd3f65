import { changeRecord } from '#/platform/audited/change.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Act } from '#/platform/runtime/call.ts'
import type { categoriesApp } from './app-contract.ts'
import { checkParent } from './check-parent.ts'

/** `PATCH /categories/{id}`. A hidden category stays on its transactions, but is no longer offered. */
export const changeCategory: Act<typeof categoriesApp.changeCategory> = async (
  acting,
  { params, body },
) => {
  const { expected_updated_at: expected, ...fields } = body
  const row = await findRecord(acting, 'categories', params)
  if (fields.parent_id !== undefined) await checkParent(acting, row, fields.parent_id)
  const { changed: _, ...version } = await changeRecord(acting, 'categories', {
    row,
    // A category that a person has named or painted is theirs, and stays in sight.
    set: { ...fields, is_starter: false },
    expected,
  })
  return version
}
