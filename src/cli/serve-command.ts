import { choiceOption, type Command } from './command.ts'
import type { Role } from './serve.ts'

export const serveCommand: Command = {
  words: 'serve',
  synopsis: '[--role all|api|worker]',
  summary: 'Serves everything on http://HOST:PORT; ready when GET /readyz answers 200.',
  operands: [],
  options: { role: { type: 'string' } },
  run: async (invocation) => {
    const role: Role = choiceOption(invocation, 'role', ['all', 'api', 'worker']) ?? 'all'
    // The server is most of the program; the other commands start without it.
    const { serve } = await import('./serve.ts')
    const served = await serve(invocation.config, { role, notice: invocation.notice })
    const { url } = served
    await invocation.print(
      invocation.options['json'] === true
        ? `${JSON.stringify({ url, role })}\n`
        : `Earmark is ready on ${url}\n`,
    )
    await invocation.stopped()
    await served.stop()
    return null
  },
}
