import { BUNDLE_FOLDER, isBuilt } from '#/app/web-files/bundle.ts'
import { NOT_BUILT } from '#/app/web-files/not-built.ts'
import { choiceOption, type Command } from '#/app/cli/parsing/command.ts'
import type { Role } from '#/app/cli/serving/serve.ts'
import { sayReady } from '#/app/cli/serving/service-manager.ts'

export const serveCommand: Command = {
  words: 'serve',
  group: 'server',
  common: 'Serve everything, on http://localhost:3000',
  summary: 'Serves everything on http://HOST:PORT; ready when GET /readyz answers 200.',
  operands: [],
  options: {
    role: {
      type: 'string',
      description:
        'The part of the work: `api` answers requests, `worker` asks banks and sends webhooks.',
      choices: ['all', 'api', 'worker'],
      default: 'all',
    },
  },
  run: async (invocation) => {
    const role: Role = choiceOption(invocation, 'role', ['all', 'api', 'worker']) ?? 'all'
    // Imports the server, most of the program, only here: other commands start without it.
    const { serve } = await import('#/app/cli/serving/serve.ts')
    const asJson = invocation.options['json'] === true || !invocation.isTerminal
    const served = await serve(invocation.config, { role, notice: invocation.notice })
    const { url } = served
    sayReady(url, invocation.notice)
    await invocation.print(
      invocation.options['json'] === true
        ? `${JSON.stringify({ url, role })}\n`
        : `Earmark is ready on ${url}\n`,
    )
    if (role !== 'worker') {
      if (!isBuilt(BUNDLE_FOLDER)) {
        if (asJson) invocation.notice('web_application_missing', { reason: NOT_BUILT })
        else await invocation.print(`${NOT_BUILT}\n`)
      }
      served.announceSetup((link, expiresAt) => {
        if (asJson) invocation.notice('setup_link', { url: link, expires_at: expiresAt })
        else void invocation.print(setupText(link))
      })
    }
    await invocation.stopped()
    await served.stop()
    return null
  },
}

function setupText(link: string): string {
  return `\n  Set up    ${link}\n            Works once, within 24 hours. \`earmark setup-link\` prints another.\n\n`
}
