import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commands } from '#/app/cli/commands.ts'
import { bashScript } from './bash.ts'
import { completionData } from './data.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

// Each shell completes the same lines, in a folder with two files.

const folder = mkdtempSync(join(tmpdir(), 'earmark-completion-'))
after(() => rmSync(folder, { recursive: true }))
for (const name of ['march.csv', 'my file.csv']) writeFileSync(join(folder, name), '')
const data = completionData(commands)

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['earmark exp', ['expense', 'explain', 'export']],
  ['earmark expense cr', ['create']],
  ['earmark expense ', data.next.get('expense')!.map(({ word }) => word)],
  ['earmark help expense ch', ['change']],
  ['earmark --v', ['--version']],
  ['earmark expense create X --ty', ['--type']],
  ['earmark expense create X --type ', ['credit_card', 'expense', 'goal']],
  ['earmark expense create X --type g', ['goal']],
  [
    'earmark expense create X --name list --fundi',
    ['--funding-priority', '--funding-schedule-ids'],
  ],
  ['earmark household list --long --', ['--csv', '--json', '--help']],
  ['earmark completion ', ['bash', 'fish', 'zsh']],
  ['earmark migrate-from m', ['mint', 'monarch']],
  ['earmark import m', ['march.csv', 'my file.csv']],
  ['earmark backup v', ['verify']],
  ['earmark backup verify a.backup --passphrase-file mar', ['march.csv']],
  ['earmark explain m', []],
]

/** Runs a shell that reads lines, and prints `> LINE` and the candidates for each. */
function complete(shell: string, args: readonly string[]): Record<string, string[]> {
  const { stdout, stderr, status } = spawnSync(shell, args, {
    cwd: folder,
    input: cases.map(([line]) => `${line}\n`).join(''),
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, HOME: folder, TERM: 'xterm' },
  })
  assert.equal(status, 0, stderr)
  const found: Record<string, string[]> = {}
  let line = ''
  for (const text of stdout.split('\n')) {
    if (text.startsWith('> ')) found[(line = text.slice(2))] = []
    else if (text !== '') found[line]?.push(text.replaceAll('\\ ', ' '))
  }
  return found
}

function assertAll(found: Record<string, string[]>): void {
  for (const [line, wanted] of cases) {
    assert.deepEqual([...new Set(found[line])].toSorted(), wanted.toSorted(), line)
  }
}

const isMissing = (shell: string) =>
  spawnSync(shell, ['--version']).error ? `${shell} is not installed` : false

function given(name: string, text: string): string {
  const path = join(folder, '..', `${folder.split('/').at(-1)}-${name}`)
  writeFileSync(path, text)
  after(() => rmSync(path))
  return path
}

test('bash completes commands, options, values and files', { skip: isMissing('bash') }, () => {
  const script = given('earmark.bash', bashScript(data))
  const ask = `
    source ${script}
    complete -p earmark | grep -q -- '-F _earmark' || exit 1
    while IFS= read -r line; do
      echo "> $line"
      read -ra COMP_WORDS <<< "$line"
      [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _earmark
      printf '%s\\n' "\${COMPREPLY[@]}"
    done`
  assertAll(complete('bash', ['--norc', '-c', ask]))
})

test('fish completes commands, options, values and files', { skip: isMissing('fish') }, () => {
  const script = given('earmark.fish', fishScript(data))
  const ask = `
    source ${script}
    while read -l line
      echo "> $line"
      complete -C "$line" | string replace -r '\\t.*' ''
    end
    true`
  assertAll(complete('fish', ['--no-config', '-c', ask]))
})

/** Sets up an interactive zsh that prints candidates as they are offered. */
const inZsh = (script: string) => `
PROMPT=
autoload -U compinit; compinit -D -u
source ${script}
zle -C offer complete-word offer
offer() { _main_complete; print -r -- ''; print -r -- 'E''ND' }
bindkey '^I' offer
zstyle ':completion:*' insert-tab false
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -r -- '' && print -rl -- "H""IT "\${^hits}
}
print -r -- RE'ADY'
`

test('zsh completes commands, options, values and files', { skip: isMissing('zsh') }, () => {
  const start = given('start.zsh', inZsh(given('earmark.zsh', zshScript(data))))
  const ask = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "source ${start}"
    while zpty -r z line; do [[ $line == *READY* ]] && break; done
    while IFS= read -r typed; do
      print -r -- "> $typed"
      zpty -w -n z "$typed"$'\\t'
      while zpty -r z line; do
        line=\${line//$'\\r'/}
        [[ $line == *HIT\\ * ]] && print -r -- "\${\${line##*HIT }%$'\\n'}"
        [[ $line == *END* ]] && break
      done
      zpty -w -n z $'\\C-U'
    done
    zpty -d z`
  assertAll(complete('zsh', ['-f', '-c', ask]))
})
