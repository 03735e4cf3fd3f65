import { listZones } from '#web/text/formats.ts'
import { useText } from '#web/text/text.tsx'
import { SelectField } from '#web/ui/field.tsx'

/** Chooses the time zone that determines the household's days. */
export function ZoneField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (zone: string) => void
}) {
  const words = useText().settings.household
  const zones = listZones()
  return (
    <SelectField
      label={words.zone}
      hint={words.zoneHint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {(zones.includes(value) ? zones : [value, ...zones]).map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  )
}
