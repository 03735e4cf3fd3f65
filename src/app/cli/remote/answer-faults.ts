import { CommandError } from '#/app/cli/parsing/command.ts'
import { refusalText } from '#/app/cli/words/refusal-text.ts'
import { readVersion } from '#/platform/runtime/version.ts'

/** A refusal by the server, with its code. */
export class RemoteRefusal extends CommandError {
  readonly code: string
  readonly status: number

  constructor(status: number, { code, message, param }: WireError) {
    super(refusalText(message, param))
    this.status = status
    this.code = code
  }
}

type WireError = {
  readonly code: string
  readonly message: string
  readonly param?: string
  readonly retry_after?: number
}

type Answered = {
  readonly response: Response
  /** Undefined if the answer is not JSON. */
  readonly body: unknown
  /** Asks the server for its version; null if it does not say. */
  readonly serverVersion: () => Promise<string | null>
}

/** Turns an answer that is not a success into an error with a remedy. */
export async function faultOf({ response, body, serverVersion }: Answered): Promise<CommandError> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'somewhere else'
    return new CommandError(`It redirects to ${to}: log in with the address that it leads to.`)
  }
  const error = wireError(body)
  if (error === null) return noEarmark(response, body)
  switch (error.code) {
    case 'endpoint_not_found':
      return new CommandError(`It does not know this operation. ${versions(await serverVersion())}`)
    case 'invalid_api_key':
      return new RemoteRefusal(status, {
        ...error,
        message:
          'The API key is wrong, expired or revoked. `earmark login` keeps another one; keys are made in the application, under Developers.',
      })
    case 'account_rate_limit_exceeded':
    case 'rate_limit_exceeded':
      return new RemoteRefusal(status, { ...error, message: tooMany(error) })
    default:
      return new RemoteRefusal(status, error)
  }
}

function tooMany({ message, retry_after: seconds }: WireError): string {
  if (seconds === undefined) return message
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return `${message} Try again in ${wait}.`
}

/** Says which versions do not fit each other. */
export function versions(server: string | null): string {
  const own = readVersion()
  if (server === null) return `This command line is version ${own}.`
  return server === own
    ? `Both it and this command line are version ${own}.`
    : `It is version ${server}, this command line ${own}: use the same version of both.`
}

/** The answer of something that is not Earmark, or that stands in front of it. */
export function noEarmark({ status, headers }: Response, body: unknown): CommandError {
  if (body !== undefined) {
    return new CommandError(
      `It does not answer as Earmark does (status ${status}): is the address right?`,
    )
  }
  const kind = headers.get('content-type')?.split(';')[0] ?? 'no type'
  if ([502, 503, 504].includes(status)) {
    return new CommandError(`A proxy answers ${status}: Earmark behind it does not.`)
  }
  return new CommandError(
    `It does not answer as Earmark does (status ${status}, ${kind} instead of JSON): is the address right?`,
  )
}

function wireError(body: unknown): WireError | null {
  if (body === null || typeof body !== 'object' || !('error' in body)) return null
  const { error } = body
  const isError =
    error !== null &&
    typeof error === 'object' &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  return isError ? (error as WireError) : null
}
