import type { Command } from '#/app/cli/parsing/command.ts'
import { groupTitles } from './groups.ts'
import { synopsisOf } from './synopsis.ts'

/** Writes the reference of all commands in Markdown: a table for each group. */
export function commandReference(commands: readonly Command[]): string {
  return Object.entries(groupTitles)
    .map(([group, title]) => {
      const rows = commands.filter((one) => one.group === group).map(rowOf)
      return [`### ${title}`, '', '| Command | Does |', '| - | - |', ...rows].join('\n')
    })
    .join('\n\n')
}

function rowOf(command: Command): string {
  const line = `${command.words} ${synopsisOf(command)}`.trim().replaceAll('|', '\\|')
  const marks = [
    ...(command.lists ? ['CSV'] : []),
    ...(command.reach === 'household' ? ['remote'] : []),
    ...(command.reach === 'key' ? ['remote only'] : []),
  ]
  const does = command.summary.replaceAll('|', '\\|')
  return `| \`${line}\` | ${does}${marks.length === 0 ? '' : ` *${marks.join(', ')}*`} |`
}
