/** A function for receivers that recognises genuine webhooks, copied from docs/verify-webhooks.md. */
export type Verifier = {
  /** The name of the language: `TypeScript`. */
  readonly language: string
  readonly code: string
  /** How to call the function from a framework, in Markdown. */
  readonly use: string
}

/**
 * Extracts the verifiers from the documentation of webhooks: each section that begins with code and explains how to call it.
 */
export function readVerifiers(markdown: string): readonly Verifier[] {
  const sections = markdown.split(/^## /m).slice(1)
  return sections.flatMap((section) => {
    const found = /^(\w+)\n\n```\w+(?: [^\n]*)?\n([^]*?)\n```\n\n([^]*)$/.exec(section)
    if (!found) return []
    const [, language, code, use] = found as unknown as [string, string, string, string]
    return [{ language, code: `${code}\n`, use: use.trim().replaceAll('\n', ' ') }]
  })
}
