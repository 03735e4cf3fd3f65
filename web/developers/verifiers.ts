/** A function that tells genuine webhooks from others, to be copied: as it stands in docs/verify-webhooks.md. */
export type Verifier = {
  /** As people write it: `TypeScript`. */
  readonly language: string
  readonly code: string
  /** How a framework hands over what the function wants, in Markdown. */
  readonly use: string
}

/** Reads the verifiers off the page on verifying webhooks: each section that begins with code and says how to call it. */
export function readVerifiers(markdown: string): readonly Verifier[] {
  const sections = markdown.split(/^## /m).slice(1)
  return sections.flatMap((section) => {
    const found = /^(\w+)\n\n```\w+\n([^]*?)\n```\n\n([^]*)$/.exec(section)
    if (!found) return []
    const [, language, code, use] = found as unknown as [string, string, string, string]
    return [{ language, code: `${code}\n`, use: use.trim().replaceAll('\n', ' ') }]
  })
}
