/** Quoted text, comments, the body of a function in SQL, and the end of a statement. */
const PARTS =
  /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|\bbegin\s+atomic\b[\s\S]*?;\s*end\b|;/gi

/** Splits SQL into its statements. Citus takes the definition of a table, view or function only in a message of its own. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const part of text.matchAll(PARTS)) {
    if (part[0] !== ';') continue
    statements.push(text.slice(start, part.index))
    start = part.index + 1
  }
  statements.push(text.slice(start))
  return statements.filter((statement) => !/^(?:\s|--[^\n]*(?:\n|$))*$/.test(statement))
}
