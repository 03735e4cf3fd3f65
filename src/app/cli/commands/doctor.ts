import process from 'node:process'
import { accountMails } from '#/access/mails/say.ts'
import { readMailAddress } from '#/core/values/mail-address.ts'
import type { Trial } from '#/platform/mail/try-server.ts'
import { layOut } from '#/platform/mail/lay-out.ts'
import { findMailServer, type FoundServer } from '#/platform/mail/server.ts'
import { type Check } from '#/app/doctor/check.ts'
import { diagnose } from '#/app/doctor/diagnose.ts'
import { type Command, CommandError, UsageError } from '#/app/cli/parsing/command.ts'
import { findServed } from '#/app/cli/serving/served-address.ts'

/** Opens no product: it would migrate the database and create what is missing, and hide the fault. */
export const doctorCommand: Command = {
  words: 'doctor',
  group: 'server',
  common: 'Look for what is wrong, and say what to do',
  summary: 'Looks for what is wrong with this instance, and says what to do. It changes nothing.',
  operands: [],
  options: {},
  run: async ({ config }) => {
    const served = await findServed({ ...config, publicUrl: null })
    const origin = served.isServed ? served.origin : null
    const found = await diagnose({ config, env: process.env, origin })
    return { json: found, text: found.checks.map(lineOf).join('\n'), failed: !found.healthy }
  },
}

const marks = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ', skipped: '-      ' } as const

function lineOf({ check, status, says, remedy }: Check): string {
  const line = `${marks[status]}  ${check.replaceAll('_', ' ').padEnd(17)}  ${says}`
  return remedy === undefined ? line : `${line}\n${' '.repeat(28)}${remedy}`
}

export const mailCommand: Command = {
  words: 'mail test',
  group: 'server',
  common: 'Try the mail server, and say what is wrong',
  summary:
    'Connects to the mail server and logs in, step by step; with an address, sends a mail to it. Exit code 1 if a step fails.',
  operands: [],
  optionalOperand: 'ADDRESS',
  options: {},
  examples: ['mail test', 'mail test ada@example.com'],
  run: async ({ operands, withRuntime }) => {
    const [given] = operands
    const to = given === undefined ? null : readMailAddress(given)
    if (given !== undefined && to === null) throw new UsageError(`${given}: not an address.`)
    const { found, trial } = await withRuntime(async (runtime) => {
      const server = await findMailServer(runtime)
      if (!server) {
        throw new CommandError(
          'No mail server is set: EARMARK_SMTP_HOST and EARMARK_MAIL_FROM, or the page Mail in the settings.',
        )
      }
      const { tryServer } = await import('#/platform/mail/try-server.ts')
      const mail = to !== null && { to, id: runtime.newId(), ...layOut('en', accountMails.en.test) }
      return { found: server, trial: await tryServer(runtime, server.server, mail ? { mail } : {}) }
    })
    return {
      json: jsonOf(found, trial),
      text: textOf(found, trial),
      failed: trial.failure !== null,
    }
  },
}

function jsonOf({ server, source }: FoundServer, { passed, failure }: Trial) {
  const { host, port, security, user, from } = server
  return {
    source,
    server: { host, port, security, user, from },
    passed,
    failure: failure && {
      step: failure.step,
      fault: failure.fault,
      kind: failure.kind,
      message: failure.message,
    },
  }
}

function textOf({ server, source }: FoundServer, { passed, failure }: Trial): string {
  const where = source === 'page' ? 'the page Mail' : 'the environment'
  const lines = [
    `${server.host}:${server.port} (${server.security}), set by ${where}, from ${server.from}`,
    ...passed.map(({ step, says }) => `ok       ${step.padEnd(9)}  ${says}`),
  ]
  if (failure) lines.push(`FAULT    ${failure.step.padEnd(9)}  ${failure.message}`)
  return lines.join('\n')
}
