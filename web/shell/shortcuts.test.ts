import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#web/text/en/english.ts'
import { keyCaps, keysOf, type Scope, shortcutNames, shortcuts, strokeOf } from './shortcuts.ts'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {},
) => strokeOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...held })

test('shortcuts that are active together never share keys or a prefix', () => {
  const scopes = new Set<Scope>(shortcutNames.map((name) => shortcuts[name].scope))
  for (const scope of scopes) {
    const keys = shortcutNames
      .filter((name) => [scope, 'everywhere'].includes(shortcuts[name].scope))
      .flatMap((name) => keysOf(name))
    for (const one of keys) {
      const clashing = keys.filter((other) => other === one || other.startsWith(`${one} `))
      assert.deepEqual(clashing, [one], scope)
    }
  }
})

test('the catalogue names exactly the shortcuts of the registry', () => {
  assert.deepEqual(Object.keys(english.shell.shortcuts).toSorted(), shortcutNames.toSorted())
})

test('key presses are named in the notation of the registry', () => {
  assert.equal(press('j'), 'j')
  assert.equal(press('?', { shiftKey: true }), '?')
  assert.equal(press('P', { shiftKey: true }), 'Shift+P')
  assert.equal(press('k', { ctrlKey: true }), 'Mod+K')
  assert.equal(press('z', { metaKey: true, shiftKey: true }), 'Mod+Shift+Z')
  assert.equal(press(' ', { shiftKey: true }), 'Shift+Space')
  assert.equal(press('ArrowDown'), 'ArrowDown')
})

test('keys are shown as printed on the keyboard', () => {
  assert.deepEqual(keyCaps('Mod+Shift+Z', true), ['⌘', '⇧', 'Z'])
  assert.deepEqual(keyCaps('Mod+K', false), ['Ctrl', 'K'])
  assert.deepEqual(keyCaps('g h', false), ['G', 'H'])
})
