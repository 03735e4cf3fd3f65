import { useQueryClient } from '@tanstack/react-query'
import { call, makeIdempotencyKey } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { remember } from '#web/shell/history.ts'
import { useText } from '#web/text/text.tsx'

/** A category that a person has just created in a picker. */
export type CreatedCategory = {
  readonly id: string
  readonly name: string
  readonly kind: CategoryKind
}
export type CategoryKind = 'expense' | 'income' | 'transfer'

export async function createCategory({
  name,
  kind = 'expense',
}: {
  readonly name: string
  readonly kind?: CategoryKind | undefined
}): Promise<CreatedCategory> {
  const idempotencyKey = makeIdempotencyKey()
  const { id } = await call('POST /categories', { body: { name, kind }, idempotencyKey })
  return { id, name, kind }
}

export function removeCategory(id: string): Promise<unknown> {
  return call('DELETE /categories/{id}', { params: { id }, query: {} })
}

/** Remembers a category that a form has created and picked, so that undoing takes both back. */
export function useCreated(onPick: (id: string | null) => void) {
  const queries = useQueryClient()
  const text = useText()
  return (created: CreatedCategory) => {
    let { id } = created
    const { name } = created
    void refresh(queries, ['GET /categories'])
    remember(
      {
        words: text.settings.categories.created(name),
        undo: async () => {
          await removeCategory(id)
          onPick(null)
          await refresh(queries)
        },
        redo: async () => {
          id = (await createCategory(created)).id
          onPick(id)
          await refresh(queries)
        },
      },
      text,
    )
  }
}
