import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Permission } from '@rookies/data/access/resources'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  boot,
  type FakeServer,
  signInAnswers,
  startFakeServer,
} from '../course-command/fake-server'
import { readArguments } from './arguments'
import { runImport } from './main'
import { progressLines, waitWithProgress } from './progress'
import { readFolder } from './read-folder'

let folder: string
let said: string[]

function write(files: Record<string, string | Uint8Array>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'course-'))
  said = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

describe('arguments of the command', () => {
  test('the arguments name the folder, the course and the server', () => {
    const argv = 'tea --title Tea --author Me --publish --dry-run --email a@b.test'.split(' ')
    const env = { ROOKIES_PASSWORD: 'secret', PORT: '5000' }
    expect(readArguments(argv, env)).toEqual({
      folder: 'tea',
      course: { title: 'Tea', author_name: 'Me', publish: true },
      dryRun: true,
      missing: 'keep',
      verbose: false,
      url: 'http://localhost:5000',
      key: undefined,
      email: 'a@b.test',
      password: 'secret',
    })
    expect(readArguments(['--help'], {})).toBeNull()
  })

  test.each([
    [[], /^Name the folder to import\./],
    [['a', 'b'], /^Name only one folder. Besides a, there is: b/],
    [['a', '--colour', 'red'], /^Unknown option '--colour'\.\n\nUsage:/],
    [['a', '--title'], /^Option '--title <value>' argument missing\.\n\nUsage:/],
  ])('wrong arguments are refused with the usage: %j', (argv, sentence) => {
    expect(() => readArguments(argv, {})).toThrow(sentence)
  })
})

describe('reading the folder', () => {
  test('reading a folder skips hidden files and node_modules', async () => {
    const files = { 'b.md': 'x', 'a/c.png': 'p', '.git/x.md': 'x', 'node_modules/y/z.md': 'x' }
    write({ ...files, 'a/latin.md': Uint8Array.from([0x63, 0xe9]) })
    expect(await readFolder(folder)).toEqual({
      name: basename(folder),
      suites: [],
      issues: [],
      assets: new Map([['a/c.png', expect.any(Function)]]),
      files: [
        { path: 'a/c.png', text: '', size: 1 },
        { path: 'a/latin.md', text: 'c\uFFFD', brokenLine: 1 },
        { path: 'b.md', text: 'x' },
      ],
    })
  })

  test('reading a folder finds names in the spelling of macOS, and reports them in the normalized spelling', async () => {
    const [name = '', link = ''] = ['küche/grün.md', 'öl.md'].map((each) => each.normalize('NFD'))
    write({ [name]: 'x' })
    symlinkSync(name, join(folder, link))
    const { files, issues } = await readFolder(folder)
    expect(files).toEqual([{ path: 'küche/grün.md', text: 'x' }])
    expect(issues.map(({ path }) => path)).toEqual(['öl.md'])
  })

  test('reading a folder skips unreadable names, links and pipes', async () => {
    write({ 'a.md': 'x', 'm/b.md': 'y' })
    const inside = (name: number[]) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)])
    writeFileSync(inside([0x63, 0xe9, 0x2e, 0x6d, 0x64]), 'x')
    mkdirSync(inside([0xff]))
    writeFileSync(inside([0xff, 0x2f, 0x78]), 'x')
    symlinkSync('a.md', join(folder, 'm/link.md'))
    symlinkSync('/etc', join(folder, 'etc'))
    const socket = createServer().listen(join(folder, 'pipe.md'))
    await new Promise((resolve) => socket.once('listening', resolve))
    const { files, issues } = await readFolder(folder)
    await new Promise((resolve) => socket.close(resolve))
    expect(files.map(({ path }) => path)).toEqual(['a.md', 'm/b.md'])
    expect(issues.map(({ path, message }) => `${path}: ${message}`).sort()).toEqual([
      '\\xFF: The folder has a name that is not UTF-8 and was left out.',
      'c\\xE9.md: The file has a name that is not UTF-8 and was left out.',
      'etc: The file is a link to another file or folder and was left out.',
      'm/link.md: The file is a link to another file or folder and was left out.',
      'pipe.md: The file is a device or a pipe and was left out.',
    ])
    expect(issues.every(({ leftOut }) => leftOut)).toBe(true)
  })

  test('the import refuses a path that does not exist, is a file, or contains no Markdown', async () => {
    write({ 'a.txt': 'x' })
    const nowhere = join(folder, 'nowhere')
    await expect(readFolder(nowhere)).rejects.toThrow(`There is no folder ${nowhere}.`)
    await expect(readFolder(join(folder, 'a.txt'))).rejects.toThrow('is a file, not a folder.')
    await expect(readFolder(folder)).rejects.toThrow(`${folder} is not a course folder:`)
  })
})

describe('progress that takes more than a few seconds', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('progress is printed every two seconds at most', () => {
    const tell = progressLines('Sending', 'lessons')
    for (let done = 0; done <= 5000; done += 500) {
      tell({ done, total: 5000 })
      vi.advanceTimersByTime(500)
    }
    expect(said).toEqual(['Sending: 2,000 of 5,000 lessons', 'Sending: 4,000 of 5,000 lessons'])
  })

  test('progress shows the elapsed time if there is no other measure', async () => {
    let end: (answer: string) => void = () => undefined
    const waiting = waitWithProgress('Importing', new Promise<string>((resolve) => (end = resolve)))
    vi.advanceTimersByTime(5000)
    end('done')
    expect(await waiting).toBe('done')
    vi.advanceTimersByTime(60_000)
    expect(said).toEqual(['Importing: 2 s so far', 'Importing: 4 s so far'])
  })
})

describe('command', () => {
  const create: Permission = { resource: 'courses', action: 'create', scope: 'any' }
  const report = {
    course: { id: 'c1', slug: 'tea', status: 'created', reordered: false },
    version: 'v',
    modules: [{ source_path: '.', status: 'created', reordered: false }],
    lessons: [{ source_path: 'a.md', status: 'created', moved: false }],
    absent: { modules: [], lessons: [{ id: 'l2', source_path: 'old.md', title: 'Old' }] },
    learners: null,
  }
  let answers: Answers
  let fake: FakeServer

  beforeEach(async () => {
    answers = {
      ...signInAnswers([create]),
      '/rest/v1/courses': { body: [] },
      '/rest/v1/rpc/send_lessons': { body: null },
      '/rest/v1/rpc/import_course': { body: report },
    }
    fake = await startFakeServer(answers)
    write({ 'a.md': '# Pour\n\nSee [b](b.md).', 'p.png': '' })
  })

  afterEach(() => fake.stop())

  const person = ['--email', 'ada@b.test', '--password', 'pw', '--slug', 'tea', '--title', 'Tea']
  const run = (...more: string[]) => runImport([folder, '--url', fake.url, ...person, ...more], {})

  test('the command reports line by line what it imported and what it could not import', async () => {
    expect(await run('--publish')).toBe(0)
    expect(said.join('\n')).toBe(
      [
        '2 things need attention; the import goes on.',
        'Left out: 1',
        '  The file is not Markdown and was left out.',
        '    p.png',
        'Worth checking: 1',
        "  A link doesn't work outside this folder; learners see only its text.",
        '    a.md:3  b.md',
        '',
        '  created    course  /courses/tea  Tea',
        '  created    module  .  Tea (1 lesson)',
        '  kept       lesson  old.md  Old (not in the folder)',
        '',
        '1 module, 1 lesson: 1 created, 0 updated, 0 unchanged, 1 kept.',
        'Use --verbose to list each lesson and each place.',
        `See it at ${fake.url}/app/courses/tea`,
      ].join('\n'),
    )
    const sent = fake.asked.find(({ path }) => path.endsWith('import_course'))
    expect(sent?.body).toMatchObject({
      dry_run: false,
      payload: { course: { title: 'Tea', slug: 'tea', author_name: 'Ada', publish: true } },
    })
    const before = fake.asked.find(({ path }) => path.endsWith('send_lessons'))
    expect(before?.body).toMatchObject({
      lessons: [{ module_no: 1, place: 0, lesson: { source_path: 'a.md', title: 'Pour' } }],
    })
    expect(fake.asked.at(-1)?.path).toBe('/auth/v1/logout')
  })

  test('the command groups its reports, and lists each lesson and place only with the option', async () => {
    const links = Array.from({ length: 12 }, (_none, index) => `[x](gone-${index}.md)`)
    write({ 'a.md': `# Pour\n\n${links.join('\n')}` })
    await run()
    expect(said.join('\n')).toContain(
      'only its text. (12 times)\n    a.md:3  gone-0.md\n    a.md:4  gone-1.md\n    a.md:5  gone-2.md\n    a.md:6  gone-3.md\n    a.md:7  gone-4.md\n    … and 7 more\n',
    )
    said.length = 0
    await run('--verbose')
    const whole = said.join('\n')
    expect(whole).toContain('    a.md:14  gone-11.md\n')
    expect(whole).toContain('  created    lesson  a.md  Pour\n')
    expect(whole).not.toContain('more')
  })

  test('the command checks the exercises of another project, and says what the refused ones need', async () => {
    write({
      'one/README.md': '# One\n\nDo it.',
      'one/one.js': 'exports.one = () => 0\n',
      'one/one.test.js':
        "const { one } = require('./one')\ntest('one', () => expect(one()).toBe(1))\n",
      'one/solution/one.js': 'exports.one = () => 1\n',
      'two/README.md': '# Two\n\nDo it.',
      'two/two.js': 'exports.two = () => 0\n',
      'two/two.test.js':
        "const { two } = require('./two')\ntest('two', () => expect(two()).toBe(2))\n",
      'two/solution/two.js': 'exports.two = () => 3\n',
    })
    await run('--dry-run')
    expect(said.join('\n')).toContain(
      '1 of 2 exercises proved here. Learners see the others as “in preparation” until they are proved.\nExercises that need you: 1\n  The solution fails a test.\n    two/README.md  tests.js:2 “two” fails: Expected 2',
    )
  })

  test('the command writes the suites of GitHub Classroom after the import, and not on a dry run', async () => {
    const tests = [{ name: 'Adds', run: 'node add.js' }]
    write({ 'hw1/.github/classroom/autograding.json': JSON.stringify({ tests }) })
    const suites = join(folder, 'suites')
    await run('--suites', suites, '--dry-run')
    expect(said.at(-1)).toBe(`Suites that would be written to ${suites}: hw1`)
    await run('--suites', suites)
    expect(said.at(-1)).toBe(`Suites written to ${suites}: hw1. Give each to npm run new-suite.`)
    await expect(run('--suites', suites)).rejects.toThrow('exists. Remove it')
  })

  test('the command changes nothing on a dry run', async () => {
    expect(await run('--dry-run')).toBe(0)
    expect(said.at(-1)).toBe('This was a dry run: nothing was changed.')
    const sent = fake.asked.find(({ path }) => path.endsWith('import_course'))
    expect(sent?.body).toMatchObject({ dry_run: true })
  })

  test('the command keeps the author and the title of an existing course unless options set them', async () => {
    answers['/rest/v1/courses'] = { body: [{ title: 'Fine Tea' }] }
    const untold = ['--email', 'ada@b.test', '--password', 'pw', '--slug', 'tea']
    await runImport([folder, '--url', fake.url, ...untold], {})
    const first = fake.asked.find(({ path }) => path.endsWith('import_course'))
    expect(first?.body).toMatchObject({
      payload: { course: { title: 'Fine Tea' }, modules: [{ title: 'Fine Tea' }] },
    })
    fake.asked.length = 0
    await run()
    const sent = fake.asked.find(({ path }) => path.endsWith('import_course'))
    expect(sent?.body).toMatchObject({ payload: { course: { title: 'Tea' } } })
    expect(sent?.body).not.toHaveProperty('payload.course.author_name')
  })

  test('the command suggests the number of the course as its slug if the title gives none', async () => {
    answers['/rest/v1/rpc/course_titles'] = { body: [{ title: 'Knots', slug: 'knots' }] }
    write({ 'b.md': 'x' })
    const who = ['--email', 'ada@b.test', '--password', 'pw', '--title', 'お茶']
    expect(await runImport([folder, '--url', fake.url, ...who], {})).toBe(0)
    const sent = fake.asked.find(({ path }) => path.endsWith('import_course'))
    expect(sent?.body).toMatchObject({ payload: { course: { title: 'お茶', slug: 'course-2' } } })
    expect(said.join('\n')).toContain('1 thing needs attention;')
  })

  test("the command resolves the path from the caller's folder, not from the project's", async () => {
    const env = { INIT_CWD: dirname(folder) }
    const name = folder.slice(dirname(folder).length + 1)
    expect(await runImport([name, '--url', fake.url, ...person], env)).toBe(0)
  })

  const refusals: [string, Answers, string[], string][] = [
    [
      'a wrong password',
      { '/auth/v1/token': { status: 400, body: { error_code: 'invalid_credentials', msg: 'no' } } },
      [],
      'The email ada@b.test or its password is wrong.',
    ],
    [
      'a member',
      { '/rest/v1/rpc/boot': boot([]) },
      [],
      'ada@b.test may not import courses. Administrators may, and creators if they may use the admin panel.',
    ],
    [
      'a disabled account',
      { '/rest/v1/rpc/boot': boot([], { state: 'DISABLED' }) },
      [],
      'Account Disabled: Your account has been disabled. Please contact support.',
    ],
    [
      'another person’s course',
      {
        '/rest/v1/rpc/import_course': {
          status: 403,
          body: { code: '42501', message: 'You may not change the course with this slug.' },
        },
      },
      [],
      'The server refused: You may not change the course with this slug.',
    ],
    [
      'an older database',
      { '/rest/v1/rpc/import_course': { status: 404, body: { code: 'PGRST202', message: 'x' } } },
      [],
      "can't import courses: its database is older than this command.",
    ],
    [
      'a gateway that is upset',
      { '/rest/v1/rpc/import_course': { status: 502, body: '<html>bad gateway</html>' } },
      [],
      'did not answer as expected. Import again in a moment',
    ],
    [
      'another key',
      { '/auth/v1/health': { status: 401, body: {} } },
      [],
      'The key does not belong to',
    ],
    [
      'another server',
      { '/auth/v1/health': { status: 404, body: {} } },
      [],
      'is not a Rookies server',
    ],
    [
      'a course that can not be',
      {},
      ['--slug', 'No Good'],
      "The course can't be imported. Slug can only contain lowercase letters, numbers, and hyphens.",
    ],
  ]

  test.each(refusals)(
    'the command reports %s in a sentence',
    async (_what, changed, more, sentence) => {
      Object.assign(answers, changed)
      await expect(run(...more)).rejects.toMatchObject({
        name: 'PlainError',
        message: expect.stringContaining(sentence),
      })
    },
  )

  test('the command ends without an error when the reader of its output stops early', async () => {
    const command = join(import.meta.dirname, '../run.mjs')
    const script = `set -o pipefail; "${process.execPath}" "${command}" import-course --help | true`
    const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  test('the command reports a server that does not answer in a sentence, without technical details', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => gone.once('listening', resolve))
    const address = gone.address()
    const origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
    await new Promise((resolve) => gone.close(resolve))
    await expect(runImport([folder, '--url', origin, ...person], {})).rejects.toThrow(
      `The server at ${origin} does not answer. Start it with npm start, or name another one with --url.`,
    )
    expect(said.join('\n')).not.toContain('fetch failed')
  })
})
