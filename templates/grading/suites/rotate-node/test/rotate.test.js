import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotate } from '../src/rotate.js'

test('rotates letters', () => assert.equal(rotate('omg', 5), 'trl'))
test('begins again after z', () => assert.equal(rotate('xyz', 3), 'abc'))
test('keeps capital letters and other characters', () => {
  assert.equal(rotate("Let's eat, Grandma!", 21), "Gzo'n zvo, Bmviyhv!")
})
