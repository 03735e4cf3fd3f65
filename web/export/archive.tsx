import { useState } from 'react'
import { callFile } from '#web/calls/call.ts'
import { withProof } from '#web/calls/proof.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { useSave } from './use-save.ts'

/** Years that are offered, this one first. */
const YEARS = 15

/** Saves a year of the household as one ZIP. */
export function Archive() {
  const words = useText().settings.data
  const { language } = useLanguage()
  const now = Number(new Intl.DateTimeFormat('en', { year: 'numeric' }).format())
  const [year, setYear] = useState(now)
  const { busy, error, save } = useSave()
  const get = () => {
    const query = { year, headings: language, language }
    return withProof(() => callFile('GET /archive', { query }))
  }
  return (
    <Card title={words.year}>
      <Stack>
        <Words>{words.yearWords}</Words>
        {error !== null && <Failed error={error} />}
        <SelectField
          label={words.yearField}
          value={year}
          onChange={(event) => setYear(Number(event.target.value))}
        >
          {Array.from({ length: YEARS }, (_, index) => now - index).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SelectField>
        <Buttons>
          <Button busy={busy} onClick={() => void save(get)}>
            {busy ? words.exporting : words.yearButton}
          </Button>
        </Buttons>
      </Stack>
    </Card>
  )
}
