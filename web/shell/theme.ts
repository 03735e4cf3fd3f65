import { readPreference, writePreference } from './preference.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Returns the chosen theme; `boot.js` has applied it before the first paint. */
export function readTheme(): Theme {
  const chosen = readPreference('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme): void {
  writePreference('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Blurs amounts, for screens that others can see. */
export function togglePrivate(): void {
  const { dataset } = document.documentElement
  const isPrivate = dataset['private'] === undefined
  writePreference('private', isPrivate ? '1' : null)
  if (isPrivate) dataset['private'] = ''
  else delete dataset['private']
}
