/** Where to claim access, or a sentence for the person who pasted something else. */
export type SetupToken = { claimUrl: string } | { refusal: string }

const LENGTH_MAX = 4096

/**
 * Reads what people paste as a SimpleFIN setup token: with blanks and line breaks inside and around, in quotes, in the
 * URL-safe alphabet, without padding, or the claim URL itself. An access URL is told apart, since it is already the
 * secret that a token is exchanged for. The refusal never repeats the text.
 */
export function parseSetupToken(pasted: string): SetupToken {
  // Copying from web pages and mails brings zero-width characters and byte order marks along.
  const text = pasted
    .replaceAll(/[\s\u200b-\u200d\u2060\ufeff]+/g, '')
    .replaceAll(/^["'`<]+|(?<!["'`>])["'`>]+$/g, '')
  if (text === '') return { refusal: 'Paste the setup token that SimpleFIN showed you.' }
  if (text.length > LENGTH_MAX) return { refusal: 'This is too long to be a setup token.' }
  if (/^https?:/i.test(text)) return claimUrlOf(text, /\/claim\/[^/]+\/?$/)
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return notAToken
  const decoded = Buffer.from(text, 'base64url').toString('utf8').trim()
  return /^https?:/i.test(decoded) ? claimUrlOf(decoded, /./) : notAToken
}

function claimUrlOf(text: string, path: RegExp): SetupToken {
  // Spaces and control characters inside a URL are not a claim URL with noise: they are something else.
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return notAToken
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return {
      refusal:
        'This is an access URL, which already contains a password. Create a new setup token at SimpleFIN and paste that.',
    }
  }
  if (!path.test(url.pathname)) {
    return {
      refusal: 'This is the address of a page. Paste the setup token that the page shows you.',
    }
  }
  return { claimUrl: text }
}

const notAToken: SetupToken = {
  refusal: 'This is not a SimpleFIN setup token. Copy the whole token and paste it again.',
}
