import { expect, test } from 'vitest'
import { askAgain } from './vite-import-again.mjs'

test('each file of the build is asked for once more, and nothing from elsewhere', () => {
  expect(askAgain('let a=()=>import(`./bin-1a_2-b.js`),b=import("pkg"),c=import(d)')).toBe(
    'let a=()=>import(`./bin-1a_2-b.js`).catch(()=>import(`./bin-1a_2-b.js`+"?again="+Date.now())),b=import("pkg"),c=import(d)',
  )
})
