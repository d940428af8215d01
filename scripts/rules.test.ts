import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

function grep(pattern: string): string[] {
  const run = spawnSync('git', ['grep', '-noIhE', pattern], { cwd: root, encoding: 'utf8' })
  return run.stdout.split('\n').filter(Boolean)
}

test('every rule that is cited stands in docs/rules', () => {
  const cited = new Set(grep('rules/[a-z-]+#[a-z-]+').map((hit) => hit.replace(/^\d+:/, '')))
  expect(cited.size).toBeGreaterThan(0)
  const missing = [...cited].filter((citation) => {
    const [, page, name] = /^rules\/([a-z-]+)#([a-z-]+)$/.exec(citation) ?? []
    const text = readFileSync(`${root}docs/rules/${page}.md`, 'utf8')
    return !text.split('\n').includes(`## ${name}`)
  })
  expect(missing).toEqual([])
})

test('nothing points to a paper that is not in the repository', () => {
  const papers = ['product', 'decisions', 'bootcamp', 'house', 'sql', 'budgets'].join('|')
  // In pieces, so that this file is not among what it finds.
  const hits = grep(`(${papers})[.]${'md'}|(${papers}),? (§|section)`)
  expect(hits).toEqual([])
})
