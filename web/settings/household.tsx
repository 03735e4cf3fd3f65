import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useSession } from '#web/shell/session.ts'
import { CurrencyField } from '#web/sign-in/currency-field.tsx'
import { useText } from '#web/text/text.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Pair } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { PreferenceFields } from './preference-fields.tsx'
import { changedPreferences, type Preferences, preferencesOf } from './preferences.ts'
import { ZoneField } from './zone-field.tsx'

type Settings = Output<'GET /settings'>

/** Edits the settings that apply to everybody in the household. */
export function Household() {
  const words = useText().settings.household
  const { data, error, refetch } = useQuery(ask('GET /settings'))
  return (
    <Card title={words.title}>
      {data ? (
        <HouseholdForm key={data.updated_at} settings={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="220px" />
      )}
    </Card>
  )
}

/** Sends only the changed settings. */
function HouseholdForm({ settings }: { readonly settings: Settings }) {
  const text = useText()
  const { saved, ownersOnly, household: words } = text.settings
  const owner = useSession()?.household?.role === 'owner'
  const [name, setName] = useState(settings.name)
  const [timezone, setZone] = useState(settings.timezone)
  const [currency, setCurrency] = useState(settings.currency)
  const [draft, setDraft] = useState<Preferences>(() => preferencesOf(settings))
  const [floor, setFloor] = useState<number | null>(settings.free_to_spend.floor)
  const save = useSend('PATCH /settings', { onDone: () => toast(saved) })
  const submit = () => {
    if (floor === null) return
    const body = {
      ...(name !== settings.name && { name }),
      ...(timezone !== settings.timezone && { timezone }),
      ...(currency !== settings.currency && { currency }),
      ...changedPreferences(preferencesOf(settings), draft),
      ...(floor !== settings.free_to_spend.floor && { floor }),
      expected_updated_at: settings.updated_at,
    }
    save.mutate({ body })
  }
  return (
    <Form onSubmit={submit}>
      {!owner && <Notice>{ownersOnly}</Notice>}
      {save.error && <Failed error={save.error} />}
      <TextField
        label={words.name}
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        fault={faultOf(save.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Pair>
        <ZoneField value={timezone} onChange={setZone} />
        <CurrencyField value={currency} onChange={setCurrency} />
      </Pair>
      <AmountField
        label={words.floor}
        hint={words.floorHint}
        currency={currency}
        value={floor}
        fault={faultOf(save.error, 'floor')}
        onChange={setFloor}
      />
      <PreferenceFields
        draft={draft}
        error={save.error}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      {owner && (
        <Buttons>
          <Button look="primary" type="submit" busy={save.isPending}>
            {text.ui.save}
          </Button>
        </Buttons>
      )}
    </Form>
  )
}
