import process from 'node:process'
import { readVersion } from '#/platform/runtime/version.ts'

// A reader of our output may stop reading (`| head`), which is not a failure.
process.stdout.on('error', (error: Error & { code?: string }) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

const line = process.argv.slice(2)
const [first, second] = line
if (first === '--version' && (second === undefined || line.join(' ') === '--version --json')) {
  // The version needs nothing else of the program.
  const version = readVersion()
  process.stdout.write(`${second === undefined ? version : JSON.stringify({ version })}\n`)
} else {
  const { runLine } = await import('./run-line.ts')
  await runLine(line)
}
