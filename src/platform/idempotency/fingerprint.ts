import { hash } from 'node:crypto'

type Input = { readonly query?: unknown; readonly body?: unknown }

/** A SHA-256 digest that equal requests share: method, path, query and body, regardless of the order of fields. */
export function fingerprint(method: string, path: string, input: Input): Buffer {
  const query = input.query === undefined ? '' : `?${canonical(input.query)}`
  return hash('sha256', `${method} ${path}${query}\n${canonical(input.body)}`, 'buffer')
}

/** JSON with sorted names, in the order of RFC 8785. A file is replaced by its digest, so that its size does not matter. */
export function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return `sha256:${hash('sha256', value, 'hex')}`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
