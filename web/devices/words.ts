import { use } from 'react'
import type { devices } from '#web/text/en/devices.ts'
import type { Language } from '#web/text/language.ts'
import { useLanguage } from '#web/text/text.tsx'

export type DeviceWords = typeof devices

/** The words of setting up a phone in each language: only its screens load them. */
const loaders: Readonly<Record<Language, () => Promise<DeviceWords>>> = {
  en: () => import('#web/text/en/devices.ts').then((file) => file.devices),
  es: () => import('#web/text/es/devices.ts').then((file) => file.devices),
  de: () => import('#web/text/de/devices.ts').then((file) => file.devices),
}

const loaded = new Map<Language, Promise<DeviceWords>>()

/** Returns the words in the person’s language; suspends while they load. */
export function useDeviceWords(): DeviceWords {
  const { language } = useLanguage()
  const words = loaded.get(language) ?? loaders[language]()
  loaded.set(language, words)
  return use(words)
}
