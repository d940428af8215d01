import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stepsOf } from './deploy/deploy'
import { EXAMPLE } from './deploy/settings'
import { openTarget } from './deploy/target'
import { functionNames } from './doctor/examine'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${root}docs/deploy.md`, 'utf8')

test('docs/deploy.md describes every function', () => {
  const explained = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name)
  expect(explained).toEqual(functionNames())
})

test("config.toml deploys every function without the project's check of tokens, which refuses the tokens of newer projects", () => {
  const config = readFileSync(`${root}supabase/config.toml`, 'utf8')
  const open = [...config.matchAll(/^\[functions\.([a-z-]+)\]\nverify_jwt = false$/gm)]
  expect(open.map(([, name]) => name).sort()).toEqual(functionNames())
})

test('docs/deploy.md shows the same settings as the command, and its steps in the same order', () => {
  const shown = EXAMPLE.split('\n').map((line) => `   ${line}`)
  expect(page).toContain(`   \`\`\`sh\n${shown.join('\n')}\n   \`\`\`\n`)
  const file = `${root}.env.production`
  const settings = {
    SUPABASE_ACCESS_TOKEN: 'x',
    SUPABASE_PROJECT_REF: 'x',
    SITE_URL: '',
    MAIL_FROM: '',
  }
  const target = openTarget(settings, {})
  target.close()
  const machine = {
    env: {},
    file,
    build: { isBuilt: () => false, build: async () => {} },
    agrees: async () => false,
    say: () => {},
  }
  const [, table = ''] = page.split('### What the command does')
  const rows = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, name]) => name)
  const names = stepsOf(target, machine).map(({ name }) => name)
  expect(rows.slice(2, 2 + names.length)).toEqual(names)
})

test('docs/deploy.md lists every secret that a function needs', () => {
  const files = readdirSync(`${root}supabase/functions`, { recursive: true, encoding: 'utf8' })
  const asked = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(`${root}supabase/functions/${name}`, 'utf8').matchAll(/setting\('(\w+)'\)/g),
    ])
    .map(([, name = '']) => name)
    // Every hosted project defines these variables itself.
    .filter((name) => !name.startsWith('SUPABASE_'))
  expect(asked.length).toBeGreaterThan(4)
  expect([...new Set(asked)].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
