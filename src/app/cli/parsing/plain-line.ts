import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import type { Understood } from './understand.ts'

/**
 * Reads the rest of a line that needs no parser: a command without operands, with its own options or `--json`. Null for
 * any other, which is then understood or refused as every line is.
 */
export function readPlainLine(
  rest: readonly string[],
  command: Command,
): (Understood & { kind: 'run' }) | null {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  )
  try {
    const { values } = parseArgs({
      args: [...rest],
      options: { ...options, json: { type: 'boolean' } },
    })
    const isKnown = Object.entries(values).every(([name, value]) => {
      return command.options[name]?.choices?.includes(String(value)) ?? true
    })
    return isKnown ? { kind: 'run', command, operands: [], options: { ...values } } : null
  } catch {
    return null
  }
}
