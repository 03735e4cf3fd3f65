import process from 'node:process'
import { type Check } from '#/app/doctor/check.ts'
import { diagnose } from '#/app/doctor/diagnose.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
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
