import { Badge, type Tone } from '#web/ui/badge.tsx'

/** Shows the status of an answer, coloured by success or failure. */
export function StatusBadge({ status }: { readonly status: number }) {
  const tone: Tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <Badge tone={tone}>{status}</Badge>
}
