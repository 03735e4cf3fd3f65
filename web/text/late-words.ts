import { use } from 'react'
import type { Language } from './language.ts'
import { useLanguage } from './text.tsx'

/** Makes a hook for words that only some screens load. It returns them in the person’s language, and suspends while they load. */
export function createLateWords<Words>(
  loaders: Readonly<Record<Language, () => Promise<Words>>>,
): () => Words {
  const loaded = new Map<Language, Promise<Words>>()
  const load = (language: Language) => {
    const words = loaders[language]()
    loaded.set(language, words)
    // Without a network they are asked for again when somebody tries again.
    words.catch(() => loaded.delete(language))
    return words
  }
  return function useLateWords() {
    const { language } = useLanguage()
    return use(loaded.get(language) ?? load(language))
  }
}
