import { expect, test } from 'vitest'
import { askAgain } from './vite-import-again.mjs'

test("failed imports of the build's own files are requested again, and other imports are unchanged", () => {
  expect(askAgain('let a=()=>import(`./bin-1a_2-b.js`),b=import("pkg"),c=import(d)')).toBe(
    'let a=()=>import(`./bin-1a_2-b.js`).catch(()=>import(`./bin-1a_2-b.js`+"?again="+Date.now())),b=import("pkg"),c=import(d)',
  )
})
