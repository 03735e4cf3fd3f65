/** The step at which a mail failed, in the order of a conversation with a server. */
export const mailSteps = ['connect', 'tls', 'login', 'sender', 'recipient', 'message'] as const
export type MailStep = (typeof mailSteps)[number]

/**
 * `refused`: the server will not take this mail, now or later. `later`: it, or the way to it, was not ready. `unsure`: it
 * had the whole mail and gave no answer, so it may have been delivered.
 */
export type MailFailureKind = 'refused' | 'later' | 'unsure'

export type MailFault =
  | 'unknown_host'
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'no_smtp'
  | 'no_tls'
  | 'bad_certificate'
  | 'login_refused'
  | 'refused'
  | 'later'
  | 'unanswered'
  | 'bad_address'

/** A mail that was not sent, or not surely. The message says why in a sentence, without any password. */
export class MailFailure extends Error {
  override name = 'MailFailure'
  readonly kind: MailFailureKind
  readonly step: MailStep
  readonly fault: MailFault
  /** The answer of the server, on one line; null: it gave none. */
  readonly answer: string | null

  constructor(
    kind: MailFailureKind,
    { step, fault, answer = null }: { step: MailStep; fault: MailFault; answer?: string | null },
  ) {
    super(answer === null ? sentences[fault] : `${sentences[fault]} It says: ${answer}`)
    this.kind = kind
    this.step = step
    this.fault = fault
    this.answer = answer
  }
}

const sentences: Readonly<Record<MailFault, string>> = {
  unknown_host: 'No address is known for the name of the mail server.',
  unreachable: 'The mail server cannot be reached.',
  timeout: 'The mail server did not answer in time.',
  cut: 'The mail server ended the connection.',
  no_smtp: 'The answer is not that of a mail server.',
  no_tls: 'The mail server offers no TLS on this port.',
  bad_certificate:
    'The certificate of the mail server is not valid for its name, or nobody known has signed it.',
  login_refused: 'The mail server refuses the user or the password.',
  refused: 'The mail server refuses the mail.',
  later: 'The mail server asks to try again later.',
  unanswered:
    'The mail server took the mail and gave no answer. It may have been delivered, so it is not sent again.',
  bad_address: 'This is not an address to which mail can be sent.',
}
