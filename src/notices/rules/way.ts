import { fillTemplate } from '#/core/values/fill-template.ts'
import type { Message } from './say.ts'

/** The address of a way that takes an HTTP request, with its secrets. */
export type PostTarget =
  | {
      readonly kind: 'ntfy'
      readonly url: string
      readonly topic: string
      readonly token: string | null
    }
  | { readonly kind: 'gotify'; readonly url: string; readonly token: string }
  | {
      readonly kind: 'telegram'
      readonly url: string
      readonly token: string
      readonly chat: string
    }
  | { readonly kind: 'url'; readonly url: string; readonly template: string | null }
  | {
      readonly kind: 'push'
      readonly url: string
      /** The browser's public key and its secret, in base64url (RFC 8291). */
      readonly p256dh: string
      readonly auth: string
    }

/** An address that its owner has confirmed; `household` and `way` are the row, which a link in each mail ends. */
export type MailTarget = {
  readonly kind: 'mail'
  readonly address: string
  readonly household: string
  readonly way: string
}

export type Target = PostTarget | MailTarget

export type WayKind = Target['kind']

/** The address of Telegram's servers, unless a way names a server of one's own. */
export const TELEGRAM = 'https://api.telegram.org'

/** An HTTP POST, of JSON or of bytes. */
export type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/**
 * Writes a message for a way. `messageId` is the same in every attempt: ntfy replaces a message by it, and a URL gets it as
 * `Idempotency-Key` and as `id`. Gotify and Telegram have no such field.
 */
export function writePost(
  target: Exclude<PostTarget, { kind: 'push' }>,
  messageId: string,
  { title, text }: Message,
): Post {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Earmark-Notices/1' }
  const base = target.url.endsWith('/') ? target.url.slice(0, -1) : target.url
  switch (target.kind) {
    case 'ntfy':
      return {
        url: `${base}/`,
        headers: {
          ...headers,
          ...(target.token !== null && { authorization: `Bearer ${target.token}` }),
        },
        body: JSON.stringify({
          topic: target.topic,
          title,
          message: text,
          sequence_id: messageId.replaceAll('-', ''),
        }),
      }
    case 'gotify':
      return {
        url: `${base}/message`,
        headers: { ...headers, 'x-gotify-key': target.token },
        body: JSON.stringify({ title, message: text, priority: 5 }),
      }
    case 'telegram':
      return {
        url: `${base}/bot${target.token}/sendMessage`,
        headers,
        // Without `parse_mode` the text is plain, so that no name can become markup.
        body: JSON.stringify({
          chat_id: target.chat,
          text: `${title}\n${text}`,
          link_preview_options: { is_disabled: true },
        }),
      }
    case 'url':
      return {
        url: target.url,
        headers: { ...headers, 'idempotency-key': messageId },
        body: fillTemplate(target.template ?? DEFAULT_TEMPLATE, { id: messageId, title, text }),
      }
  }
}

/** The body for a URL whose member gave no template. */
const DEFAULT_TEMPLATE = '{"id": "{{id}}", "title": "{{title}}", "text": "{{text}}"}'

/** The parts of a target that an answer must not repeat on the screen. */
export function secretsOf(target: PostTarget): string[] {
  return [target.url, ...('token' in target && target.token !== null ? [target.token] : [])]
}
