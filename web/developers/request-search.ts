/** The filters of the request log and the request shown in detail, as stored in the address. */
export type RequestsSearch = {
  readonly key_id?: string
  readonly status?: (typeof statuses)[number]
  readonly path?: string
  readonly open?: string
}

export const statuses = ['ok', 'refused', 'failed'] as const

/** Reads the filters from an address and ignores invalid ones. */
export function readRequestsSearch(search: Readonly<Record<string, unknown>>): RequestsSearch {
  const { key_id, path, open } = search
  const status = statuses.find((one) => one === search['status'])
  return {
    ...(typeof key_id === 'string' && /^[0-9a-f-]{36}$/i.test(key_id) && { key_id }),
    ...(status && { status }),
    ...(typeof path === 'string' && path !== '' && { path: path.slice(0, 200) }),
    ...(typeof open === 'string' && /^[\w-]{1,40}$/.test(open) && { open }),
  }
}
