import MailComposer from 'nodemailer/lib/mail-composer'
import { readMailAddress, readSender } from '#/core/values/mail-address.ts'
import { MailFailure } from './failure.ts'

/** A mail to one person. */
export type Mail = {
  readonly to: string
  readonly subject: string
  /** Plain text, which every program shows. */
  readonly text: string
  readonly html?: string
  /** The same in every attempt, so that programs recognise a repetition. */
  readonly id: string
  /** Where one request ends mails of this kind (RFC 8058); without it there is no such header. */
  readonly unsubscribe?: string
}

export type Composed = {
  readonly envelope: { readonly from: string; readonly to: string }
  readonly message: Buffer
}

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Writes a mail as it goes over the line. Throws a MailFailure if the recipient is not an address. */
export async function composeMail(
  from: string,
  mail: Mail,
  date: Temporal.Instant,
): Promise<Composed> {
  const sender = readSender(from)
  const to = readMailAddress(mail.to)
  if (sender === null) throw new MailFailure('later', { step: 'sender', fault: 'bad_address' })
  if (to === null) throw new MailFailure('refused', { step: 'recipient', fault: 'bad_address' })
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const message = await new MailComposer({
    from: sender,
    to: { name: '', address: to },
    // No value can begin another header: control characters become blanks before the library folds the line.
    subject: mail.subject.replaceAll(LINE_BREAKS, ' '),
    text: mail.text,
    ...(mail.html !== undefined && { html: mail.html }),
    messageId: `<${mail.id}@${domain}>`,
    // oxlint-disable-next-line no-restricted-globals -- a moment for the library, no clock
    date: new Date(date.epochMilliseconds),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
  return { envelope: { from: sender.address, to }, message }
}
