/** The classes of a style sheet, by the names that it gives them. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css' {}

/** What `vite.config.ts` reads off the documentation while building. */
declare module 'virtual:verifiers' {
  export const verifiers: readonly import('./developers/verifiers.ts').Verifier[]
}
