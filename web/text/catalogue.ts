import type { english } from './en/english.ts'

/** Contains every text of the application. English defines the keys; every other language must have the same ones. */
export type Catalogue = typeof english
