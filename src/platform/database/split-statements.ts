/** Splits SQL into its statements. Citus takes the definition of a table, view or function only in a message of its own. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  // Matches what begins quoted text, a comment, a body of a function, or the next statement.
  const beginnings = /'|"|\$\w*\$|--|\/\*|\bbegin\s+atomic\b|;/gi
  let start = 0
  for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
    const [begun] = found
    if (begun !== ';') {
      beginnings.lastIndex = endOf(begun, { text, from: beginnings.lastIndex })
      continue
    }
    statements.push(text.slice(start, found.index))
    start = beginnings.lastIndex
  }
  statements.push(text.slice(start))
  return statements.filter((statement) => !/^(?:\s|--[^\n]*(?:\n|$))*$/.test(statement))
}

type Rest = { readonly text: string; readonly from: number }

/** Finds the place behind what has begun. A doubled quote ends one text and begins the next, which comes to the same. */
function endOf(begun: string, { text, from }: Rest): number {
  if (/^begin/i.test(begun)) {
    const end = /;\s*end\b/gi
    end.lastIndex = from
    return end.test(text) ? end.lastIndex : text.length
  }
  const closing = { '--': '\n', '/*': '*/' }[begun] ?? begun
  const at = text.indexOf(closing, from)
  return at === -1 ? text.length : at + closing.length
}
