import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A device that makes passkeys and signs with them, as a browser hands its answers on (Web Authentication, level 3). */
export type Authenticator = {
  /** Makes a passkey; attestation `none`. */
  readonly create: (options: CreationOptions, origin: string) => object
  /** Signs with the passkey that was made last. `changed` overrides what a good device would say. */
  readonly get: (options: RequestOptions, origin: string, changed?: Changed) => object
}

export type CreationOptions = { readonly challenge: string; readonly rp: { readonly id?: string } }
export type RequestOptions = { readonly challenge: string; readonly rpId: string }
type Changed = { readonly rpId?: string; readonly verified?: boolean; readonly counter?: number }

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export function startAuthenticator(): Authenticator {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  return {
    create: (options, origin) => {
      const client = clientData('webauthn.create', options.challenge, origin)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const flags = PRESENT | VERIFIED | ATTESTED
      const authData = Buffer.concat([header(options.rp.id ?? '', flags, counter), attested])
      // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ])
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get: (options, origin, { rpId = options.rpId, verified = true, counter: given } = {}) => {
      counter = given ?? counter + 1
      const client = clientData('webauthn.get', options.challenge, origin)
      const authData = header(rpId, PRESENT | (verified ? VERIFIED : 0), counter)
      const hash = createHash('sha256').update(client).digest()
      const signature = sign('sha256', Buffer.concat([authData, hash]), privateKey)
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      })
    },
  }
}

function credential(id: Buffer, response: object) {
  const encoded = id.toString('base64url')
  return { id: encoded, rawId: encoded, type: 'public-key', clientExtensionResults: {}, response }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function header(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail])
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR (RFC 9053, 7.1). */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x!, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y!, 'base64url')),
  ])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

/** In the shortest form, as authenticators have to write it; nothing here is 256 bytes or longer. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value])
}
