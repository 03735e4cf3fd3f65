import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { DateFormat } from '#/platform/contract/preferences.ts'
import type { Catalogue } from './catalogue.ts'
import { createFormats, type Formats } from './formats.ts'
import { type Language, languages, localeOf, rememberLanguage } from './language.ts'

type Spoken = {
  readonly language: Language
  readonly text: Catalogue
  readonly formats: Formats
  readonly speak: (language: Language) => void
}

const SpokenContext = createContext<Spoken | null>(null)

type Loaded = { readonly language: Language; readonly text: Catalogue }

/** Gives the words of the chosen language to everything inside, and loads them when another is chosen, one chunk each. */
export function Spoken({
  first,
  children,
}: {
  readonly first: Loaded
  readonly children: ReactNode
}) {
  const [language, setLanguage] = useState(first.language)
  const [loaded, setLoaded] = useState(first)
  useEffect(() => {
    let wanted = true
    void languages[language].load().then((text) => {
      if (wanted) setLoaded({ language, text })
      document.documentElement.lang = language
    })
    return () => {
      wanted = false
    }
  }, [language])
  const spoken = useMemo(() => {
    const speak = (chosen: Language) => {
      rememberLanguage(chosen)
      setLanguage(chosen)
    }
    const formats = createFormats(localeOf(loaded.language))
    return { ...loaded, formats, speak }
  }, [loaded])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

/** Writes amounts and days inside of it as a household does; where it says nothing, as the reader's own device does. */
export function Written({
  locale,
  dateFormat,
  children,
}: {
  readonly locale: string | null
  readonly dateFormat: DateFormat | null
  readonly children: ReactNode
}) {
  const spoken = useSpoken()
  const written = useMemo(() => {
    if (locale === null && dateFormat === null) return spoken
    const { language } = spoken
    const formats = createFormats(locale ?? localeOf(language), { language, dateFormat })
    return { ...spoken, formats }
  }, [spoken, locale, dateFormat])
  return <SpokenContext value={written}>{children}</SpokenContext>
}

function useSpoken(): Spoken {
  const spoken = use(SpokenContext)
  if (spoken === null) throw new Error('text outside of <Spoken>')
  return spoken
}

/** The catalogue in the language of the person. */
export function useText(): Catalogue {
  return useSpoken().text
}

export function useFormats(): Formats {
  return useSpoken().formats
}

export function useLanguage(): Pick<Spoken, 'language' | 'speak'> {
  return useSpoken()
}
