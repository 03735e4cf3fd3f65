import type { english } from './english.ts'

/** Every text of the application. English is the measure: what it says, every language has to say. */
export type Catalogue = typeof english
