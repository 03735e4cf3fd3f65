/** Maps the class names of a style sheet to the names in the page. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css' {}

/** Code samples that `vite.config.ts` takes from the documentation during the build. */
declare module 'virtual:verifiers' {
  export const verifiers: readonly import('./developers/verifiers.ts').Verifier[]
}
