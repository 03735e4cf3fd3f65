import { useQuery } from '@tanstack/react-query'
import { useSend } from '#web/calls/changes.ts'
import { faultOf } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { changedFields } from '#web/edits/changed-fields.ts'
import { useDraft } from '#web/edits/use-draft.ts'
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
import { type Preferences, preferencesOf } from './preferences.ts'
import { ZoneField } from './zone-field.tsx'

type Settings = Output<'GET /settings'>

/** Edits the settings that apply to everybody in the household. */
export function Household() {
  const words = useText().settings.household
  const { data, error, refetch } = useQuery(ask('GET /settings'))
  return (
    <Card title={words.title}>
      {data ? (
        <HouseholdForm settings={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="220px" />
      )}
    </Card>
  )
}

type Draft = Preferences &
  Pick<Settings, 'name' | 'timezone' | 'currency'> & {
    /** In cents; null while the field does not hold an amount. */
    readonly floor: number | null
  }

function draftOf(settings: Settings): Draft {
  const { name, timezone, currency, free_to_spend } = settings
  return { name, timezone, currency, floor: free_to_spend.floor, ...preferencesOf(settings) }
}

/** Sends only the changed settings. */
function HouseholdForm({ settings }: { readonly settings: Settings }) {
  const text = useText()
  const { saved, ownersOnly, household: words } = text.settings
  const owner = useSession()?.household?.role === 'owner'
  const save = useSend('PATCH /settings', { onDone: () => toast(saved) })
  const { draft, stored, updated_at, edit, settle } = useDraft(settings, {
    fields: draftOf(settings),
    error: save.error,
  })
  const submit = () => {
    const changed = changedFields(stored, draft)
    const { floor, ...others } = changed
    if (floor === null || save.isPending || Object.keys(changed).length === 0) return
    const body = {
      ...others,
      ...(floor !== undefined && { floor }),
      expected_updated_at: updated_at,
    }
    save.mutate({ body }, { onSuccess: (kept) => settle(kept.updated_at, changed) })
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
        value={draft.name}
        fault={faultOf(save.error, 'name')}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <Pair>
        <ZoneField value={draft.timezone} onChange={(timezone) => edit({ timezone })} />
        <CurrencyField value={draft.currency} onChange={(currency) => edit({ currency })} />
      </Pair>
      <AmountField
        label={words.floor}
        hint={words.floorHint}
        currency={draft.currency}
        value={draft.floor}
        fault={faultOf(save.error, 'floor')}
        onChange={(floor) => edit({ floor })}
      />
      <PreferenceFields draft={draft} error={save.error} onChange={edit} />
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
