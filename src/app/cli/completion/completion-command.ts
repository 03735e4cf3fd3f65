import { bashScript } from './bash.ts'
import { completionData } from './data.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'
import { type Command, UsageError } from '#/app/cli/parsing/command.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const
const shells = Object.keys(scripts)

/** The script holds every command, so that completing a line starts no program. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    words: 'completion',
    reach: 'anywhere',
    group: 'programs',
    common: 'Complete lines in bash, zsh and fish',
    summary:
      'Prints a script with which a shell completes lines: commands, options and their values.',
    operands: ['SHELL'],
    operandChoices: { SHELL: shells },
    options: {},
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/earmark',
      'completion zsh > ~/.zfunc/_earmark',
      'completion fish > ~/.config/fish/completions/earmark.fish',
    ],
    run: async ({ operands: [shell] }) => {
      const write = Object.entries(scripts).find(([name]) => name === shell)?.[1]
      if (!write) throw new UsageError(`SHELL: one of ${shells.join(', ')}.`)
      const script = write(completionData(commands()))
      return { json: { shell, script }, text: script.trimEnd() }
    },
  }
}
