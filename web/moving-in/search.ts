/** The address of the screen: the move that is shown. */
export type MoveSearch = { readonly id?: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readMoveSearch(search: Readonly<Record<string, unknown>>): MoveSearch {
  const { id } = search
  return typeof id === 'string' && uuid.test(id) ? { id } : {}
}
