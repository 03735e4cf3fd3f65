import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Words } from '#web/ui/stack.tsx'

/** Names the version that this server runs; nothing as long as it is not known. */
export function About() {
  const words = useText().settings.about
  const { data: version } = useQuery({ queryKey: ['version'], queryFn: readVersion, retry: false })
  if (!version) return null
  return (
    <Card title={words.title}>
      <Words>{words.version(version)}</Words>
    </Card>
  )
}

/** Asks the server, because a page that is kept offline may be older. Null: it does not say. */
async function readVersion(): Promise<string | null> {
  const answer = await fetch('/healthz', { cache: 'no-store' })
  const said: unknown = await answer.json()
  if (said === null || typeof said !== 'object' || !('version' in said)) return null
  return typeof said.version === 'string' ? said.version : null
}
