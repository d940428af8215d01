import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { functionNames } from './doctor/examine'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}docs/deploy.md`, 'utf8')

test('docs/deploy.md deploys every function and describes it', () => {
  const [, deployed = ''] = /functions deploy ((?:[a-z-]+ ?)+)$/m.exec(page) ?? []
  expect(deployed.trim().split(' ')).toEqual(functionNames())
  const explained = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name)
  expect(explained).toEqual(functionNames())
})

test('docs/deploy.md deploys every function without the check of tokens, which does not know those of newer projects', () => {
  const config = readFileSync(`${root}supabase/config.toml`, 'utf8')
  const open = [...config.matchAll(/^\[functions\.([a-z-]+)\]\nverify_jwt = false$/gm)]
  expect(open.map(([, name]) => name).sort()).toEqual(functionNames())
})

test('docs/deploy.md lists every secret that a function needs', () => {
  const files = readdirSync(`${root}supabase/functions`, { recursive: true, encoding: 'utf8' })
  const asked = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(`${root}supabase/functions/${name}`, 'utf8').matchAll(/setting\('(\w+)'\)/g),
    ])
    .map(([, name = '']) => name)
    // Every project has these variables.
    .filter((name) => !name.startsWith('SUPABASE_'))
  expect(asked.length).toBeGreaterThan(4)
  expect([...new Set(asked)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
