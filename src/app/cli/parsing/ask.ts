import process from 'node:process'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError, type Invocation } from './command.ts'

/**
 * Returns a function that asks the person at the terminal, or undefined if standard input comes from elsewhere. Questions
 * go to standard error, because standard output may be piped into a file.
 */
export function findAsker(): Invocation['ask'] {
  return process.stdin.isTTY ? ask : undefined
}

function ask(question: string, { isSecret }: { readonly isSecret: boolean }): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // Line editing echoes what is typed to its output, so that a secret needs an output that shows nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? nowhere : process.stderr,
    terminal: true,
  })
  // Only now, because the terminal itself shows what is typed until the interface has taken it over.
  if (isSecret) {
    process.stderr.write(question)
  } else {
    lines.setPrompt(question)
    lines.prompt()
  }
  lines.once('line', (line) => {
    resolve(line)
    lines.close()
  })
  lines.once('SIGINT', () => lines.close())
  // Also after an answer, which is then decided already.
  lines.once('close', () => {
    if (isSecret) process.stderr.write('\n')
    reject(new CommandError('Interrupted.'))
  })
  return promise
}
