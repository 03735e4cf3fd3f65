import type { Received } from '#/app/cli/serving/listen.ts'
import { printableLine } from './printable.ts'

/** Writes a delivery: its name, whether it is genuine, its headers and the event. */
export function deliveryText({ at, path, headers, body, verdict }: Received): string {
  const event = readEvent(body)
  const title = [
    at.toString({ smallestUnit: 'second' }),
    event?.name,
    headers['webhook-id'],
    verdictWord(verdict),
  ]
  return [
    title.filter((part) => part !== undefined).join('  '),
    ...(verdict?.genuine === false ? [`  ${verdict.why}`] : []),
    `  POST ${path}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(event?.pretty ?? body).split('\n').map((line) => `  ${line}`),
    '',
  ]
    .map((line) => printableLine(line).trimEnd())
    .join('\n')
}

function verdictWord(verdict: Received['verdict']): string {
  if (verdict === null) return 'not verified: no --secret'
  return verdict.genuine ? 'genuine' : 'NOT GENUINE'
}

function readEvent(body: string): { name: string | undefined; pretty: string } | null {
  try {
    const event: unknown = JSON.parse(body)
    const isEvent = typeof event === 'object' && event !== null && 'name' in event
    return {
      name: isEvent && typeof event.name === 'string' ? event.name : undefined,
      pretty: JSON.stringify(event, null, 2),
    }
  } catch {
    return null
  }
}
