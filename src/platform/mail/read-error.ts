import { MailFailure, type MailFault, type MailStep } from './failure.ts'

/** Characters of an answer that are kept. */
const ANSWER_LENGTH = 300

/**
 * Turns an error of the SMTP library into a MailFailure. `handedOver`: the server had the text, so that silence leaves open
 * if it was accepted.
 */
export function failureOf(error: unknown, step: MailStep, handedOver = false): unknown {
  if (error instanceof MailFailure || !(error instanceof Error)) return error
  const read = (name: string): unknown => Reflect.get(error, name)
  const [code, command, response] = [read('code'), read('command'), read('response')]
  const responseCode = read('responseCode')
  const answer = typeof response === 'string' ? onOneLine(response) : null
  const status = typeof responseCode === 'number' ? responseCode : null
  // The text could not be made or recorded here; no server is at fault.
  if (code === 'ESTREAM') return error.cause ?? error
  const at = stepOf(command, step)
  if (status !== null && answer !== null) {
    const facts = { step: at, answer }
    if (at === 'login') {
      return new MailFailure('later', { ...facts, fault: status < 500 ? 'later' : 'login_refused' })
    }
    // A server that refuses the connection may let us in another day.
    const isFinal = status >= 500 && at !== 'connect' && at !== 'tls'
    if (isFinal) return new MailFailure('refused', { ...facts, fault: 'refused' })
    return new MailFailure('later', { ...facts, fault: at === 'tls' ? 'no_tls' : 'later' })
  }
  if (handedOver) return new MailFailure('unsure', { step: 'message', fault: 'unanswered' })
  const fault = faultOf(code, read('originalCode'))
  const isTls = fault === 'no_tls' || fault === 'bad_certificate'
  return new MailFailure('later', { step: isTls ? 'tls' : at, fault })
}

function stepOf(command: unknown, step: MailStep): MailStep {
  if (typeof command !== 'string') return step
  if (command.startsWith('AUTH')) return 'login'
  if (command === 'STARTTLS') return 'tls'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (command === 'DATA') return 'message'
  return step
}

function faultOf(code: unknown, originalCode: unknown): MailFault {
  const original = typeof originalCode === 'string' ? originalCode : ''
  if (code === 'EDNS' || original === 'ENOTFOUND' || original === 'EAI_AGAIN') return 'unknown_host'
  if (code === 'ETIMEDOUT' || original === 'ETIMEDOUT') return 'timeout'
  if (certificates.test(original)) return 'bad_certificate'
  if (code === 'ETLS' || original.startsWith('ERR_SSL') || original === 'EPROTO') return 'no_tls'
  if (code === 'EPROTOCOL') return 'no_smtp'
  if (code === 'EAUTH') return 'login_refused'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EACCES|EADDRNOTAVAIL)$/.test(original))
    return 'unreachable'
  return 'cut'
}

/** The codes of Node for certificates that it does not accept. */
const certificates =
  /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_PURPOSE|PATH_LENGTH/

function onOneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, ANSWER_LENGTH)
}
