// Writes src/app/http/api-examples.json: the requests and answers that the OpenAPI document shows, taken from a demo
// household. The test that compares them does the work.
import { spawnSync } from 'node:child_process'
import { execPath } from 'node:process'

const { status } = spawnSync(
  execPath,
  ['--test', '--test-global-setup=test/support/postgres.ts', 'test/openapi/examples.test.ts'],
  { stdio: 'inherit', env: { ...process.env, EARMARK_WRITE_EXAMPLES: '1' } },
)
process.exitCode = status ?? 1
