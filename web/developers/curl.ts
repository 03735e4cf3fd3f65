/** Where the public API answers: beside this page. */
export function apiUrl(): string {
  return `${location.origin}/v1`
}

/** A command that asks the API, to be pasted into a shell. Whatever it is made of is quoted for one. */
export function curlOf({
  method,
  path,
  query = '',
  key,
  body = null,
}: {
  readonly method: string
  /** With the version: `/v1/me`. */
  readonly path: string
  readonly query?: string
  readonly key: string
  readonly body?: string | null
}): string {
  const address = `${location.origin}${path}${query === '' ? '' : `?${query}`}`
  const lines = [
    method === 'GET' ? `curl ${quoted(address)}` : `curl -X ${method} ${quoted(address)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
