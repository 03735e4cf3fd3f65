/** The dialogs over the paydays, as stored in the address. */
export type PaydaysSearch = {
  /** Shows the form for a new schedule. */
  readonly new?: '1'
  /** The schedule that is edited. */
  readonly edit?: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function readPaydaysSearch(search: Readonly<Record<string, unknown>>): PaydaysSearch {
  const { edit } = search
  return {
    ...(search['new'] === '1' && { new: '1' }),
    ...(typeof edit === 'string' && uuid.test(edit) && { edit }),
  }
}
