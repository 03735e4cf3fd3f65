import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Globe, KeyRound, MonitorSmartphone } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSession } from '#web/shell/session.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { agentName } from './agent-name.ts'
import { HouseholdAccess } from './household-access.tsx'
import { HouseholdWebhooks } from './household-webhooks.tsx'
import { useAccessWords } from './access-words.ts'
import { RevokeAll } from './revoke-all.tsx'
import styles from './settings.module.css'
import { WaysIn } from './ways-in.tsx'

export type MyAccess = Output<'GET /access'>

/** Lists everything that grants access: to the person's account, and for owners to the household. */
export function Access() {
  const { data, error, refetch } = useQuery(ask('GET /access'))
  const words = useAccessWords()
  const owner = useSession()?.household?.role === 'owner'
  return (
    <Stack>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height="320px" />}
      {data && (
        <>
          <Card title={words.title} aside={<RevokeAll />}>
            <Words>{words.words}</Words>
          </Card>
          <SignedIn sessions={data.sessions} />
          <KnownBrowsers browsers={data.known_browsers} />
          <Proofs access={data} />
          {data.households.map(({ household_id: id, household_name: name, ...ways }) => (
            <Card key={id} title={words.inHousehold(name)} flush>
              <WaysIn label={words.inHousehold(name)} ways={ways} householdId={id} />
            </Card>
          ))}
        </>
      )}
      {owner && <HouseholdAccess />}
      {owner && <HouseholdWebhooks />}
    </Stack>
  )
}

function SignedIn({ sessions }: Pick<MyAccess, 'sessions'>) {
  const words = useText().settings.sessions
  const { browsers } = useAccessWords()
  const formats = useFormats()
  const end = useSend('DELETE /sessions/{id}', { onDone: () => toast(words.ended) })
  return (
    <Card title={browsers} flush>
      {end.error && <Failed error={end.error} />}
      <Rows label={browsers}>
        {sessions.map(({ id, current, agent, address, last_seen_at }) => (
          <Row
            key={id}
            picture={<MonitorSmartphone size={17} aria-hidden />}
            title={agentName(agent) ?? words.unknown}
            badge={current && <Badge tone="good">{words.current}</Badge>}
            detail={<Facts>{[address, words.seen(formats.moment(last_seen_at))]}</Facts>}
            {...(!current && {
              actions: (
                <Button size="small" onClick={() => end.mutate({ params: { id } })}>
                  {words.end}
                </Button>
              ),
            })}
          />
        ))}
      </Rows>
    </Card>
  )
}

function KnownBrowsers({ browsers }: { readonly browsers: MyAccess['known_browsers'] }) {
  const text = useText()
  const words = useAccessWords()
  const formats = useFormats()
  const forget = useSend('DELETE /access/browsers/{id}', {
    onDone: () => toast(words.forgotten),
  })
  if (browsers.length === 0) return null
  return (
    <Card title={words.known} flush>
      <div className={styles.padded}>
        <Words>{words.knownWords}</Words>
        {forget.error && <Failed error={forget.error} />}
      </div>
      <Rows label={words.known}>
        {browsers.map(({ id, agent, address, last_used_at }) => (
          <Row
            key={id}
            picture={<Globe size={17} aria-hidden />}
            title={agentName(agent) ?? text.settings.sessions.unknown}
            detail={<Facts>{[address, words.lastUsed(formats.moment(last_used_at))]}</Facts>}
            actions={
              <Button size="small" onClick={() => forget.mutate({ params: { id } })}>
                {words.forget}
              </Button>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}

/** Lists the passkeys and the other active proofs of identity. They are changed under You. */
function Proofs({ access }: { readonly access: MyAccess }) {
  const words = useAccessWords()
  const { you } = useText().settings
  const formats = useFormats()
  const { password, authenticator, recovery_codes_left: codes, passkeys, reset_links } = access
  const manage = (
    <Link to="/settings/you" className={buttonClass('plain', 'small')}>
      {words.manage}
    </Link>
  )
  return (
    <Card title={words.proofs} aside={manage} flush>
      <Rows label={words.proofs}>
        <Row title={words.password} badge={<Badge>{password ? words.on : words.off}</Badge>} />
        <Row
          title={you.authenticator}
          badge={<Badge>{authenticator === null ? words.off : words.on}</Badge>}
          {...(authenticator !== null && {
            detail: (
              <Facts>
                {[you.since(formats.moment(authenticator.since)), you.codesLeft(codes)]}
              </Facts>
            ),
          })}
        />
        {reset_links > 0 && (
          <Row title={words.resetLinks} badge={<Badge tone="warn">{reset_links}</Badge>} />
        )}
        {passkeys.map(({ id, name, host, last_used_at }) => (
          <Row
            key={id}
            picture={<KeyRound size={17} aria-hidden />}
            title={name}
            badge={<Badge>{words.passkeys}</Badge>}
            detail={
              <Facts>
                {[
                  you.host(host),
                  last_used_at === null ? you.neverUsed : you.used(formats.moment(last_used_at)),
                ]}
              </Facts>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
