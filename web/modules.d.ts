/** The classes of a style sheet, by the names that it gives them. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css' {}

/** The text of a file, as it is. */
declare module '*.md?raw' {
  const text: string
  export default text
}
