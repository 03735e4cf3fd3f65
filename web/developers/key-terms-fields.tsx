import { CallFailure, faultOf } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { Words } from '#web/ui/stack.tsx'
import { type Draft, type Level, levelsOf, type Resource, withLevel } from './key-terms.ts'
import styles from './key-terms.module.css'
import { useKeyWords } from './key-words.ts'

type Props = {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

/** Chooses how much of the household a key may use. */
export function AccessField({ draft, onChange }: Props) {
  const words = useText().developers.keys
  const { restricted } = useKeyWords()
  return (
    <SelectField
      label={words.scope}
      value={draft.access}
      onChange={({ target: { value } }) => {
        onChange({ ...draft, access: value === 'read' || value === 'write' ? value : 'restricted' })
      }}
    >
      <option value="read">{words.read}</option>
      <option value="write">{words.write}</option>
      <option value="restricted">{restricted}</option>
    </SelectField>
  )
}

/** Chooses the permissions of a restricted key, and the addresses from which a key works. */
export function TermsFields({ draft, onChange, error }: Props & { readonly error: unknown }) {
  const words = useKeyWords()
  return (
    <>
      {draft.access === 'restricted' && <Matrix draft={draft} onChange={onChange} />}
      <TextArea
        label={words.from}
        hint={words.fromHint}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={draft.from}
        fault={networkFault(error)}
        onChange={(event) => onChange({ ...draft, from: event.target.value })}
      />
    </>
  )
}

/** Finds the refusal of one of the networks: the server names it by its number. */
function networkFault(error: unknown) {
  const isOne = error instanceof CallFailure && error.param?.startsWith('allowed_from')
  return isOne ? faultOf(error, error.param!) : null
}

const levels: readonly Level[] = ['none', 'read', 'write']

function Matrix({ draft, onChange }: Props) {
  const words = useKeyWords()
  return (
    <div>
      <table className={styles.matrix} aria-label={words.matrix}>
        <thead>
          <tr>
            <th scope="col">{words.matrix}</th>
            {levels.map((level) => (
              <th key={level} scope="col">
                {words.levels[level]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(levelsOf) as Resource[]).map((resource) => (
            <tr key={resource}>
              <th scope="row">{words.resources[resource]}</th>
              {levels.map((level) => (
                <td key={level}>
                  {levelsOf[resource].includes(level) && (
                    <input
                      type="radio"
                      name={resource}
                      aria-label={`${words.resources[resource]}: ${words.levels[level]}`}
                      checked={(draft.restrictions[resource] ?? 'none') === level}
                      onChange={() => onChange(withLevel(draft, resource, level))}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {draft.restrictions.webhooks === 'write' && !draft.restrictions.transactions && (
        <Words>{words.webhooksNeed}</Words>
      )}
    </div>
  )
}
