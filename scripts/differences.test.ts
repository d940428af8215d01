import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DIFFERENCES, UNSEEN } from '../supabase/tests/wire/differences'

const page = readFileSync(fileURLToPath(new URL('../docs/security.md', import.meta.url)), 'utf8')
const [, after = ''] = page.split('\n## Where GoTrue is looser\n')
const [sections = ''] = after.split('\n## Before you go live\n')

test('docs/security.md explains each listed difference once, and no other', () => {
  const named = [...sections.matchAll(/(?:^- |\()`([a-z-]+)`(?::|\))/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual([...DIFFERENCES, ...Object.keys(UNSEEN)].sort())
})
