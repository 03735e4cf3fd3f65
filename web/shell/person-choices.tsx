import { LogOut, Plus } from 'lucide-react'
import { lazy, type ComponentProps, type ReactElement, Suspense, useState } from 'react'
import { languages, type Language } from '#web/text/language.ts'
import { useLanguage, useText } from '#web/text/text.tsx'
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { type Density, hasDensity, readDensity, setDensity } from './density.ts'
import { loadDevice } from '#web/calls/device.ts'
import { countWaiting } from '#web/calls/reach.ts'
import { useKeyboard } from './keyboard.tsx'
import { readPreference, writePreference } from './preference.ts'
import { useChooseHousehold, useSession, useSignOut } from './session.ts'
import { readTheme, setTheme, type Theme } from './theme.ts'

const NewHousehold = lazy(() =>
  import('#web/settings/new-household.tsx').then((file) => ({ default: file.NewHousehold })),
)

const SignOutAnyway = lazy(() =>
  import('#web/offline/sign-out-anyway.tsx').then((file) => ({ default: file.SignOutAnyway })),
)

/** The menu of the person. It renders open, because the click that opens it also loads it. */
export function PersonChoices({ face }: { readonly face: ReactElement<ComponentProps<'button'>> }) {
  const text = useText()
  const [open, setOpen] = useState(true)
  const [making, setMaking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const signOut = useSignOut()
  return (
    <>
      <Menu button={face} open={open} onOpenChange={setOpen}>
        <Households onNew={() => setMaking(true)} />
        <ThemeChoices />
        <MenuSeparator />
        {hasDensity() && (
          <>
            <DensityChoices />
            <MenuSeparator />
          </>
        )}
        <LanguageChoices />
        <MenuSeparator />
        <KeyChoices />
        <MenuSeparator />
        <KeepChoices />
        <MenuSeparator />
        <MenuItem onPick={() => (countWaiting() > 0 ? setLeaving(true) : signOut())}>
          <LogOut size={16} aria-hidden />
          {text.shell.signOut}
        </MenuItem>
      </Menu>
      {making && (
        <Suspense>
          <NewHousehold onClose={() => setMaking(false)} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <SignOutAnyway onSignOut={signOut} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Lists the person's households if there are several, and links to creating another. A guest creates an account first. */
function Households({ onNew }: { readonly onNew: () => void }) {
  const text = useText()
  const session = useSession()
  const choose = useChooseHousehold()
  const households = session?.households ?? []
  return (
    <>
      {households.length > 1 && (
        <MenuChoices
          label={text.shell.household}
          value={session?.household?.id ?? ''}
          choices={households.map(({ id, name, kind, demo }) => ({
            value: id,
            name,
            detail: text.shell.kinds[demo ? 'demo' : kind],
          }))}
          onPick={choose}
        />
      )}
      {session?.person.email && (
        <>
          <MenuItem onPick={onNew}>
            <Plus size={16} aria-hidden />
            {text.shell.newHousehold}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
    </>
  )
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

function ThemeChoices() {
  const text = useText()
  const [theme, chooseTheme] = useState(readTheme)
  return (
    <MenuChoices
      label={text.shell.theme}
      value={theme}
      choices={themes.map((value) => ({ value, name: text.shell.themes[value] }))}
      onPick={(chosen) => {
        setTheme(chosen)
        chooseTheme(chosen)
      }}
    />
  )
}

const densities: readonly Density[] = ['compact', 'comfortable']

function DensityChoices() {
  const text = useText()
  const [density, choose] = useState(readDensity)
  return (
    <MenuChoices
      label={text.shell.rows}
      value={density}
      choices={densities.map((value) => ({ value, name: text.shell.densities[value] }))}
      onPick={(chosen) => {
        setDensity(chosen)
        choose(chosen)
      }}
    />
  )
}

function LanguageChoices() {
  const text = useText()
  const { language, speak } = useLanguage()
  const spoken = (Object.keys(languages) as Language[]).map((value) => {
    return { value, name: languages[value].name }
  })
  return (
    <MenuChoices label={text.shell.language} value={language} choices={spoken} onPick={speak} />
  )
}

function KeyChoices() {
  const text = useText()
  const { singleKeys, setSingleKeys } = useKeyboard()
  return (
    <MenuChoices
      label={text.shell.singleKeys}
      value={singleKeys ? 'on' : 'off'}
      choices={[
        { value: 'on', name: text.shell.on },
        { value: 'off', name: text.shell.off },
      ]}
      onPick={(value) => setSingleKeys(value === 'on')}
    />
  )
}

/** Chooses if this device keeps the last answers, so that they are readable offline. */
function KeepChoices() {
  const text = useText()
  const [keeps, setKeeps] = useState(() => readPreference('keep') !== 'off')
  return (
    <MenuChoices
      label={text.shell.away.keep}
      value={keeps ? 'on' : 'off'}
      choices={[
        { value: 'on', name: text.shell.away.keeps },
        { value: 'off', name: text.shell.away.keepsNot },
      ]}
      onPick={(value) => {
        setKeeps(value === 'on')
        writePreference('keep', value === 'on' ? null : 'off')
        if (value === 'off') void loadDevice().then((device) => device?.forgetAnswers())
      }}
    />
  )
}
