import { createRecord } from '#/platform/audited/create.ts'
import type { Acting } from '#/platform/runtime/call.ts'

type NewCategory = {
  readonly name: string
  readonly kind: 'expense' | 'income' | 'transfer'
  /** A category of the same kind. */
  readonly parentId: string | null
}

/** Creates a plain category as part of another write and returns its id. Throws `limit_reached`. */
export async function addCategory(
  acting: Acting,
  { name, kind, parentId }: NewCategory,
): Promise<string> {
  const look = {
    icon: null,
    color: null,
    hue: null,
    is_starter: false,
    is_hidden: false,
    is_system: false,
  }
  const values = { name, kind, parent_id: parentId, ...look }
  const { id } = await createRecord(acting, 'categories', { values })
  return id
}
