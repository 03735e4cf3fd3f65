import { useState } from 'react'
import { languageTags } from '#/core/values/languages.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { useSession } from '#web/shell/session.ts'
import { languages } from '#web/text/language.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { useLanguage } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Form, Pair, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNoticesWords } from './words.ts'

type Settings = Output<'GET /notices/settings'>
type Draft = Omit<Settings, 'ways' | 'saved'>

const NIGHT = { from: 22 * 60, until: 7 * 60 }
const digests = ['none', 'day', 'week'] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Chooses the kinds of notices, and when they are sent. */
export function NoticeSettings({ settings }: { readonly settings: Settings }) {
  const words = useNoticesWords()
  const { ways: _, saved, ...stored } = settings
  const { language } = useLanguage()
  const [draft, setDraft] = useState<Draft>(saved ? stored : { ...stored, language })
  const save = useSend('PUT /notices/settings', { onDone: () => toast(words.saved) })
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const currency = useSession()?.household?.currency ?? 'EUR'
  const toggle = (kind: (typeof noticeKinds)[number], on: boolean) =>
    change({ kinds: noticeKinds.filter((one) => (one === kind ? on : draft.kinds.includes(one))) })
  return (
    <Card title={words.which}>
      <Form onSubmit={() => save.mutate({ body: draft })}>
        {save.error && <Failed error={save.error} />}
        <Words>
          {words.whichWords} {!saved && words.notYet}
        </Words>
        {noticeKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.kinds[kind]}
            checked={draft.kinds.includes(kind)}
            onChange={(event) => toggle(kind, event.target.checked)}
          />
        ))}
        <Pair>
          <AmountField
            label={words.freeBelow}
            hint={words.freeBelowHint}
            currency={currency}
            value={draft.free_below}
            fault={faultOf(save.error, 'free_below')}
            onChange={(free_below) => change({ free_below })}
          />
          <AmountField
            label={words.largeFrom}
            hint={words.largeFromHint}
            currency={currency}
            value={draft.large_from}
            fault={faultOf(save.error, 'large_from')}
            onChange={(large_from) => change({ large_from })}
          />
        </Pair>
        <TimeFields draft={draft} change={change} />
        <Buttons>
          <Button look="primary" type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </Buttons>
      </Form>
    </Card>
  )
}

type Fields = {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

function TimeFields({ draft, change }: Fields) {
  const words = useNoticesWords()
  return (
    <>
      <Pair>
        <SelectField
          label={words.when}
          value={draft.digest}
          onChange={({ target }) =>
            change({ digest: digests.find((one) => one === target.value) ?? 'none' })
          }
        >
          {digests.map((one) => (
            <option key={one} value={one}>
              {words.digests[one]}
            </option>
          ))}
        </SelectField>
        {draft.digest !== 'none' && (
          <SelectField
            label={words.at}
            value={draft.digest_hour}
            onChange={({ target }) => change({ digest_hour: Number(target.value) })}
          >
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {writeTime(hour * 60)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={words.language}
          value={draft.language}
          onChange={({ target }) =>
            change({ language: languageTags.find((one) => one === target.value) ?? 'en' })
          }
        >
          {languageTags.map((tag) => (
            <option key={tag} value={tag}>
              {languages[tag].name}
            </option>
          ))}
        </SelectField>
      </Pair>
      <QuietFields draft={draft} change={change} />
    </>
  )
}

function QuietFields({ draft: { quiet }, change }: Fields) {
  const words = useNoticesWords()
  return (
    <>
      <Checkbox
        label={words.quiet}
        checked={quiet !== null}
        onChange={({ target }) => change({ quiet: target.checked ? NIGHT : null })}
      />
      {quiet !== null && (
        <Pair>
          <TextField
            label={words.from}
            type="time"
            required
            value={writeTime(quiet.from)}
            onChange={({ target }) => change({ quiet: { ...quiet, from: readTime(target.value) } })}
          />
          <TextField
            label={words.until}
            type="time"
            required
            value={writeTime(quiet.until)}
            onChange={({ target }) =>
              change({ quiet: { ...quiet, until: readTime(target.value) } })
            }
          />
        </Pair>
      )}
    </>
  )
}

function writeTime(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A field that is being emptied counts as midnight. */
function readTime(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour * 60 + minute
}
