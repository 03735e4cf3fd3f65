import { invalidParameter } from '#/platform/contract/refusal.ts'
import { findRecord } from '#/platform/audited/find.ts'
import type { Acting } from '#/platform/runtime/call.ts'

/** Throws if the parent does not exist, has another kind, or lies below the category itself. */
export async function checkParent(
  acting: Acting,
  { id, kind }: { readonly id: string | null; readonly kind: string },
  parentId: string | null,
): Promise<void> {
  const param = 'parent_id'
  for (let above = parentId; above !== null;) {
    if (above === id)
      throw invalidParameter(param, 'A category cannot be below itself.', {
        name: 'below_itself',
      })
    const parent = await findRecord(acting, 'categories', { id: above, param })
    if (above === parentId && parent.kind !== kind) {
      throw invalidParameter(param, 'Send a category of the same kind.', { name: 'other_kind' })
    }
    above = parent.parent_id
  }
}
