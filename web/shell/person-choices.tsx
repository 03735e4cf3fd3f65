import { type ReactElement, useState } from 'react'
import { languages, type Language } from '#web/text/language.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Menu, MenuChoices, MenuSeparator } from '#web/ui/menu.tsx'
import { useKeyboard } from './keyboard.tsx'
import { readTheme, setTheme, type Theme } from './theme.ts'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** What is behind the name: opened at once, for it is loaded by the first click. */
export function PersonChoices({ face }: { readonly face: ReactElement }) {
  const text = useText()
  const { language, speak } = useLanguage()
  const { singleKeys, setSingleKeys } = useKeyboard()
  const [open, setOpen] = useState(true)
  const [theme, chooseTheme] = useState(readTheme)
  const spoken = (Object.keys(languages) as Language[]).map((value) => {
    return { value, name: languages[value].name }
  })
  return (
    <Menu button={face} open={open} onOpenChange={setOpen}>
      <MenuChoices
        label={text.shell.theme}
        value={theme}
        choices={themes.map((value) => ({ value, name: text.shell.themes[value] }))}
        onPick={(chosen) => {
          setTheme(chosen)
          chooseTheme(chosen)
        }}
      />
      <MenuSeparator />
      <MenuChoices label={text.shell.language} value={language} choices={spoken} onPick={speak} />
      <MenuSeparator />
      <MenuChoices
        label={text.shell.singleKeys}
        value={singleKeys ? 'on' : 'off'}
        choices={[
          { value: 'on', name: text.shell.on },
          { value: 'off', name: text.shell.off },
        ]}
        onPick={(value) => setSingleKeys(value === 'on')}
      />
    </Menu>
  )
}
