import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

function git(...args: string[]): string[] {
  const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return run.stdout.split('\n').filter(Boolean)
}

const grep = (pattern: string) => git('grep', '-noIhE', pattern)

const files = git('ls-files').filter((file) => existsSync(`${root}${file}`))

/** Files whose citations are not checked: the changelog names former files, and applied migrations are never edited. */
const HISTORY = /^CHANGELOG\.md$|^supabase\/(?:migrations|schema)\//
const pages = files.filter((file) => file.endsWith('.md') && !HISTORY.test(file))
const sources = files.filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file) && !HISTORY.test(file))

const COMMENT = /^[ \t]*(?:\/\*[\s\S]*?\*\/|(?:\/\/|--).*$)/gm
const PATH = String.raw`[\w@./-]*[\w-]\.(?:tsx?|mjs|css|sql)|docs\/[\w./-]+\.md`
const IN_COMMENT = new RegExp(String.raw`(?<![\w@./-])(?:${PATH})\b`, 'g')
const IN_PAGE = new RegExp(`(?<=\`)(?:${PATH})(?=\`)`, 'g')

/**
 * Whether a citation names a file: by the end of its path, such as `rest/config.ts`, or by a path relative to the
 * citing file.
 */
const isFile = (cited: string) => {
  const path = cited.replace(/^(?:\.{0,2}\/)+/, '')
  return files.some((file) => file === path || file.endsWith(`/${path}`))
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(`${root}${target}`)) return false
  return !anchor || !target.endsWith('.md') || anchors(target).includes(anchor)
}

test('every cited rule exists in docs/rules', () => {
  const cited = new Set(grep('rules/[a-z-]+#[a-z-]+').map((hit) => hit.replace(/^\d+:/, '')))
  expect(cited.size).toBeGreaterThan(0)
  const missing = [...cited].filter((citation) => {
    const [, page, name] = /^rules\/([a-z-]+)#([a-z-]+)$/.exec(citation) ?? []
    return !read(`docs/rules/${page}.md`).split('\n').includes(`## ${name}`)
  })
  expect(missing).toEqual([])
})

test('every file that a comment names exists', () => {
  const missing = sources.flatMap((file) =>
    (read(file).match(COMMENT) ?? [])
      .flatMap((comment) => comment.match(IN_COMMENT) ?? [])
      .filter((cited) => !isFile(cited))
      .map((cited) => `${file}: ${cited}`),
  )
  expect(missing).toEqual([])
})

test('every file that a page of the documentation names exists', () => {
  const missing = pages.flatMap((page) =>
    (read(page).match(IN_PAGE) ?? [])
      .filter((cited) => !isFile(cited))
      .map((cited) => `${page}: ${cited}`),
  )
  expect(missing).toEqual([])
})

test('every link in the documentation leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s<]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('no file refers to a document outside of the repository', () => {
  const papers = ['product', 'decisions', 'bootcamp', 'house', 'sql', 'budgets'].join('|')
  // The pattern is built from pieces, so that this file does not match it.
  const hits = grep(`(${papers})[.]${'md'}|(${papers}),? (§|section)`)
  expect(hits).toEqual([])
})
