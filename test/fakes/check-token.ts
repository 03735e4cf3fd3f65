import { verify } from 'node:crypto'

type Expected = {
  readonly publicKey: string
  readonly applicationId: string
  /** Seconds. */
  readonly now: number
}

const DAY_SECONDS = 24 * 3600

/** Checks the JWT by itself, as the real service does. */
export function checkToken(header: string, { publicKey, applicationId, now }: Expected): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  try {
    const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<
      string,
      string
    >
    const { iss, aud, iat, exp } = JSON.parse(
      Buffer.from(claims, 'base64url').toString(),
    ) as Record<string, string | number>
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
    const life = Number(exp) - Number(iat)
    return (
      isSigned &&
      alg === 'RS256' &&
      kid === applicationId &&
      iss === 'enablebanking.com' &&
      aud === 'api.enablebanking.com' &&
      life <= DAY_SECONDS &&
      Number(iat) <= now + 60 &&
      Number(exp) > now
    )
  } catch {
    return false
  }
}
