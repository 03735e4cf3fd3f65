/** Returns the URL of the public API: on the same origin as this page. */
export function apiUrl(): string {
  return `${location.origin}/v1`
}

/** Builds a curl command for the API. Every part is quoted for a shell. */
export function curlOf({
  method,
  path,
  query = '',
  key,
  body = null,
}: {
  readonly method: string
  /** Includes the version: `/v1/me`. */
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
