import type { GuideGroup } from '#/app/api-docs/guides.ts'
import { ORIGIN } from '#/app/api-docs/places.ts'

const SUMMARY =
  'Earmark is a personal budgeting service that people run themselves. It imports payments from banks and files, sets money aside for bills, goals and cards on each payday, and shows what is free to spend. Programs use it by a REST API with personal keys.'

const FACTS = `- Every request of the API carries \`Authorization: Bearer em_live_…\`. Amounts are integers in cents, negative for spending.
- Send an \`Idempotency-Key\` with every write, and repeat only 429 (after \`Retry-After\`) and 5xx.
- The OpenAPI 3.1 document is at ${ORIGIN}/v1/openapi.json on an instance; it needs no key.`

/** Groups that an assistant with little room may leave out, as https://llmstxt.org has it. */
const OPTIONAL = ['Understand', 'Run']

/** Lists the guides in the form of https://llmstxt.org: links to their Markdown, each with a sentence. */
export function writeList(groups: readonly GuideGroup[], base: string): string {
  const line = ({ name, title, about }: GuideGroup['guides'][number]) =>
    `- [${title}](${base}${name}.md): ${about}`
  const section = (title: string, some: readonly GuideGroup[]) =>
    `## ${title}\n\n${some.flatMap(({ guides }) => guides.map(line)).join('\n')}\n`
  const main = groups.filter(({ title }) => !OPTIONAL.includes(title))
  return [
    `# Earmark\n\n> ${SUMMARY}\n\n${FACTS}\n`,
    ...main.map((group) => section(group.title, [group])),
    section(
      'Optional',
      groups.filter(({ title }) => OPTIONAL.includes(title)),
    ),
  ].join('\n')
}
