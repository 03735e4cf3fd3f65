import { useState } from 'react'
import { verifiers } from 'virtual:verifiers'
import { useText } from '#web/text/text.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'

/** Shows code to copy that distinguishes genuine deliveries from forged ones, in the receiver's language. */
export function Verify() {
  const words = useText().developers.webhooks
  const [language, setLanguage] = useState(verifiers[0]!.language)
  const { code, use } = verifiers.find((one) => one.language === language)!
  return (
    <Stack>
      <SelectField
        label={words.verifier}
        value={language}
        onChange={(event) => setLanguage(event.target.value)}
      >
        {verifiers.map((one) => (
          <option key={one.language}>{one.language}</option>
        ))}
      </SelectField>
      <CodeToCopy label={words.verifierIn(language)}>{code}</CodeToCopy>
      {/* Text of the documentation, which is in English. */}
      <div lang="en">
        <Words>{withCode(use)}</Words>
      </div>
    </Stack>
  )
}

/** Renders text between backticks as code. */
function withCode(markdown: string) {
  return markdown.split('`').map((part, at) => {
    return at % 2 === 1 ? <code key={`${at} ${part}`}>{part}</code> : part
  })
}
