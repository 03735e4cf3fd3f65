/** The address of the screen: the import that is shown, or the account of a new one. */
export type ImportSearch = { readonly id?: string; readonly account?: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readImportSearch(search: Readonly<Record<string, unknown>>): ImportSearch {
  const { id, account } = search
  return {
    ...(typeof id === 'string' && uuid.test(id) && { id }),
    ...(typeof account === 'string' && uuid.test(account) && { account }),
  }
}
