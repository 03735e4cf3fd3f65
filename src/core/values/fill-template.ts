const MARKS = /\{\{(id|title|text)\}\}/g

/** Fills a template of JSON in one pass. Values are escaped for a JSON string, so that no text can add a field. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(MARKS, (_, name: string) =>
    JSON.stringify(values[name] ?? '').slice(1, -1),
  )
}

/** True if a template is JSON for every value of its marks: they must be inside strings. */
export function isTemplate(template: string): boolean {
  const filled = (value: string) => fillTemplate(template, { id: value, title: value, text: value })
  try {
    JSON.parse(filled('"},{\\'))
    JSON.parse(filled('1'))
    JSON.parse(filled(''))
    return true
  } catch {
    return false
  }
}
