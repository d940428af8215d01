import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const PUBLIC = /^export (async )?function \w|^export const \w+ = (async )?\(/

function grep(pattern: string): string[] {
  const run = spawnSync('git', ['grep', '-noIhE', pattern], { cwd: root, encoding: 'utf8' })
  return run.stdout.split('\n').filter(Boolean)
}

test('every cited rule exists in docs/rules', () => {
  const cited = new Set(grep('rules/[a-z-]+#[a-z-]+').map((hit) => hit.replace(/^\d+:/, '')))
  expect(cited.size).toBeGreaterThan(0)
  const missing = [...cited].filter((citation) => {
    const [, page, name] = /^rules\/([a-z-]+)#([a-z-]+)$/.exec(citation) ?? []
    const text = readFileSync(`${root}docs/rules/${page}.md`, 'utf8')
    return !text.split('\n').includes(`## ${name}`)
  })
  expect(missing).toEqual([])
})

test('nothing refers to a document outside of the repository', () => {
  const papers = ['product', 'decisions', 'bootcamp', 'house', 'sql', 'budgets'].join('|')
  // The pattern is in pieces, so that this file does not match it.
  const hits = grep(`(${papers})[.]${'md'}|(${papers}),? (§|section)`)
  expect(hits).toEqual([])
})

test('every public function of the libraries and the backend says what goes in and out', () => {
  const listed = spawnSync('git', ['ls-files', 'libs', 'supabase'], { cwd: root, encoding: 'utf8' })
  const files = listed.stdout
    .split('\n')
    .filter((file) => /^(libs\/\w+\/src|supabase\/(local\/src|functions))\/.*\.tsx?$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(0)
  const silent = files.flatMap((file) => {
    const lines = readFileSync(`${root}${file}`, 'utf8').split('\n')
    return lines
      .filter((line, at) => PUBLIC.test(line) && !lines[at - 1]?.trim().endsWith('*/'))
      .map((line) => `${file}: ${line}`)
  })
  expect(silent).toEqual([])
})
