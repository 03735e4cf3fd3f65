/** A parsed SimpleFIN access URL. `authorization` is a secret: never log it. */
export type Access = { base: string; authorization: string }

const LENGTH_MAX = 2048

/**
 * Splits `https://user:password@host/path`, because HTTP clients refuse credentials inside a URL. User and password are
 * percent-decoded, as they may contain `:`, `@` and `/`. Returns null unless the text is such a URL.
 */
export function parseAccessUrl(text: string): Access | null {
  const trimmed = text.trim()
  if (trimmed.length > LENGTH_MAX || !/^https?:\/\/[\x21-\x7e]+$/i.test(trimmed)) return null
  if (!URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  if (url.username === '' || url.password === '') return null
  const credentials = `${decode(url.username)}:${decode(url.password)}`
  return {
    base: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`,
    authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
  }
}

/** Lists user and password in every spelling, to be concealed in a server's answers. */
export function secretsOf({ authorization }: Access): string[] {
  const encoded = authorization.slice('Basic '.length)
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const plain = [user, rest.join(':')]
  return [encoded, ...plain, ...plain.map((text) => encodeURIComponent(text))]
}

/** Decodes percent escapes; text with a lone % is returned as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
