/**
 * Joins the guides that a list names into one text for language models. The list is that of `llms.txt`: its introduction comes
 * first, then each page in its order.
 */
export async function joinGuides(
  list: string,
  read: (name: string) => Promise<string>,
): Promise<string> {
  const introduction = list.slice(0, list.indexOf('\n## '))
  const names = [...list.matchAll(/^- \[[^\]]+\]\((?:\S*\/docs\/)?([\w/-]+)\.md\)/gm)]
  const texts = await Promise.all(names.map(([, name]) => read(name!)))
  return `${[introduction, ...texts].map((text) => text.trim()).join('\n\n---\n\n')}\n`
}
