import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { DateFormat } from '#/platform/contract/preferences.ts'
import type { Catalogue } from './catalogue.ts'
import { createFormats, type Formats } from './formats.ts'
import { type Language, languages, localeOf, rememberLanguage } from './language.ts'

type SpokenLanguage = {
  readonly language: Language
  readonly text: Catalogue
  readonly formats: Formats
  readonly speak: (language: Language) => void
}

const SpokenContext = createContext<SpokenLanguage | null>(null)

type Loaded = { readonly language: Language; readonly text: Catalogue }

/** Provides the texts of the chosen language and loads another language when it is chosen, one chunk each. */
export function LanguageProvider({
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
      // The first language is loaded already; as a new object it would have everything drawn again.
      if (wanted) setLoaded((before) => (before.text === text ? before : { language, text }))
      // The same value would have the whole page styled again.
      if (document.documentElement.lang !== language) document.documentElement.lang = language
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

/** Formats amounts and days as the household prefers, else as the reader's device does. */
export function FormatsProvider({
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

function useSpoken(): SpokenLanguage {
  const spoken = use(SpokenContext)
  if (spoken === null) throw new Error('text outside of <LanguageProvider>')
  return spoken
}

/** Returns the texts in the person's language. */
export function useText(): Catalogue {
  return useSpoken().text
}

export function useFormats(): Formats {
  return useSpoken().formats
}

export function useLanguage(): Pick<SpokenLanguage, 'language' | 'speak'> {
  return useSpoken()
}
