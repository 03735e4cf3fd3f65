/** The URL at which to claim access, or the reason why the pasted text is refused. */
export type SetupToken = { claimUrl: string } | { refusal: string }

const LENGTH_MAX = 4096

/**
 * Parses a pasted SimpleFIN setup token: with blanks and line breaks, in quotes, in the URL-safe alphabet, without
 * padding, or the claim URL itself. An access URL gets its own refusal, because it is already the secret. The refusal
 * never repeats the text.
 */
export function parseSetupToken(pasted: string): SetupToken {
  // Copying from web pages and mails adds zero-width characters and byte order marks.
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
  // Text with spaces or control characters inside is not a claim URL.
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
