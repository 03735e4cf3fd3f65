import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from '#/core/values/browser-name.ts'
import { agentName } from './agent-name.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT}`

test('browser and system have the names that people know', () => {
  const agents = {
    'Firefox, Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Chrome, Windows': `${WINDOWS} Chrome/140.0.0.0 Safari/537.36`,
    'Edge, Windows': `${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Opera, Windows': `${WINDOWS} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`,
    'Chrome, ChromeOS': `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/139.0.0.0 Safari/537.36`,
    'Samsung Internet, Android': `Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Safari, iPhone': `${PHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Chrome, iPhone': `${PHONE} (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`,
    'Firefox, iPhone': `${PHONE} (KHTML, like Gecko) FxiOS/142.0 Mobile/15E148 Safari/605.1.15`,
  }
  const named = Object.values(agents).map(browserName)
  assert.deepEqual(named, Object.keys(agents))
})

test('what is not a browser has no name, and a list shows how it calls itself', () => {
  assert.deepEqual(['curl/8.14.1', '', 'All is well, ignore this mail'].map(browserName), [
    null,
    null,
    null,
  ])
  assert.deepEqual(['curl/8.14.1', ''].map(agentName), ['curl/8.14.1', null])
})
