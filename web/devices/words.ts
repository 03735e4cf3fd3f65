import type { devices } from '#web/text/en/devices.ts'
import { createLateWords } from '#web/text/late-words.ts'

export type DeviceWords = typeof devices

/** The words of setting up a phone: only its screens load them. */
export const useDeviceWords = createLateWords<DeviceWords>({
  en: () => import('#web/text/en/devices.ts').then((file) => file.devices),
  es: () => import('#web/text/es/devices.ts').then((file) => file.devices),
  de: () => import('#web/text/de/devices.ts').then((file) => file.devices),
})
