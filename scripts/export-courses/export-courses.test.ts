import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readCourseFolder } from '@rookies/course-format/read-course-folder'
import type { Permission } from '@rookies/data/access/resources'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answers,
  boot,
  type FakeServer,
  signInAnswers,
  startFakeServer,
} from '../course-command/fake-server'
import { readFolder } from '../import-course/read-folder'
import { readArguments } from './arguments'
import { runExport } from './main'
import { writeCourse } from './write-course'
import { writeFiles } from './write-files'

let folder: string
let printed: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courses-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void printed.push(String(line)))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

const at = (...path: string[]) => join(folder, ...path)

describe('arguments of the command', () => {
  test('the arguments name the folder and the server', () => {
    const env = { ROOKIES_PASSWORD: 'secret', VITE_SUPABASE_URL: 'https://x.test' }
    expect(readArguments(['backup', '--replace', '--key', 'k'], env)).toEqual({
      folder: 'backup',
      replace: true,
      url: 'https://x.test',
      key: 'k',
      email: undefined,
      password: 'secret',
    })
    expect(readArguments(['backup'], {})).toMatchObject({ replace: false })
    expect(readArguments(['--help'], {})).toBeNull()
  })

  test.each([
    [[], /^Name the folder for the courses\.\n\nUsage: npm run export-courses/],
    [['a', 'b'], /^Name only one folder. Besides a, there is: b/],
    [['a', '--title', 'x'], /^Unknown option '--title'\.\n\nUsage:/],
  ])('wrong arguments are refused with the usage: %j', (argv, sentence) => {
    expect(() => readArguments(argv, {})).toThrow(sentence)
  })
})

describe('writing an export to the disk', () => {
  const tea = [
    { path: 'tea/_course.yml', text: 'title: Tea\n' },
    { path: 'tea/01-steps/01-pour.md', text: 'Ça coule 🍵\r\n' },
  ]

  test('an export writes files unchanged, with their folders', async () => {
    await writeFiles(folder, tea)
    expect(readFileSync(at('tea', '01-steps', '01-pour.md'), 'utf8')).toBe('Ça coule 🍵\r\n')
  })

  test.each(['../away.md', '/etc/x.md', 'tea/../../away.md', 'C:\\x.md'])(
    'an export writes nothing outside of the folder: %s',
    async (path) => {
      await expect(writeFiles(folder, [{ path, text: 'x' }])).rejects.toThrow('outside the folder')
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('an export writes a course completely or not at all', async () => {
    expect(await writeCourse(folder, 'tea', tea, false)).toBe('written')
    expect(readdirSync(folder)).toEqual(['tea'])
    const broken = [...tea, { path: 'tea/_course.yml/no.md', text: 'x' }]
    await expect(writeCourse(folder, 'tea', broken, true)).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringContaining("can't be written"),
    })
    expect(readdirSync(folder)).toEqual(['tea'])
    expect(readFileSync(at('tea', '_course.yml'), 'utf8')).toBe('title: Tea\n')
  })

  test('an export replaces an earlier one completely, and only with the option', async () => {
    await writeCourse(folder, 'tea', tea, false)
    writeFileSync(at('tea', '01-steps', '02-old.md'), 'x')
    await expect(writeCourse(folder, 'tea', tea, false)).rejects.toThrow(
      `${at('tea')} already exists; --replace replaces it.`,
    )
    expect(existsSync(at('tea', '01-steps', '02-old.md'))).toBe(true)
    expect(await writeCourse(folder, 'tea', tea, true)).toBe('replaced')
    expect(readdirSync(at('tea', '01-steps'))).toEqual(['01-pour.md'])
    expect(readdirSync(folder)).toEqual(['tea'])
  })

  test('an export removes what an interrupted export of the same course has left', async () => {
    const [dead, living] = [spawnSync(process.execPath, ['--version']).pid, process.ppid]
    const left = [`.tea.export-${dead}-aB3dE6`, `.tea.export-${dead}-aB3dE6-before`]
    const others = [`.tea.export-${living}-aB3dE6`, `.milk.export-${dead}-aB3dE6`, '.tea-basics']
    for (const name of [...left, ...others]) mkdirSync(at(name, 'tea'), { recursive: true })
    await writeCourse(folder, 'tea', tea, false)
    expect(readdirSync(folder).sort()).toEqual([...others, 'tea'].sort())
  })

  test('an export never replaces a folder that is not an export', async () => {
    mkdirSync(at('tea'))
    writeFileSync(at('tea', 'diary.txt'), 'x')
    writeFileSync(at('milk'), 'x')
    mkdirSync(at('elsewhere'))
    writeFileSync(at('elsewhere', '_course.yml'), 'x')
    symlinkSync(at('elsewhere'), at('link'))
    for (const slug of ['tea', 'milk', 'link']) {
      await expect(writeCourse(folder, slug, tea, true)).rejects.toThrow(
        `${at(slug)} is not an exported course and was left unchanged.`,
      )
    }
    expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'link', 'milk', 'tea'])
  })

  test('an export creates no folder for an invalid slug', async () => {
    await expect(writeCourse(folder, '..', tea, true)).rejects.toThrow('“..” is not a valid slug')
  })
})

describe('command', () => {
  const own: Permission = { resource: 'courses', action: 'update', scope: 'own' }
  const every: Permission = { resource: 'courses', action: 'update', scope: 'any' }
  const ids: Record<string, string> = { Pour: randomUUID(), Wait: randomUUID(), Tie: randomUUID() }
  const lesson = (title: string) => ({
    ...{ id: ids[title], title, content_type: 'TEXT', video_provider: 'NONE' },
    ...{ video_asset_id: null, video_start_sec: 0, external_url: null, description: null },
    ...{ content: `All about ${title}\n`, file_key: null, file_name: null, file_size: null },
    ...{ duration_sec: 60, free_preview: false, attachments: [] },
  })
  const exported = (slug: string, title: string, ...titles: string[]) => ({
    course: {
      ...{ title, slug, description: null, author_name: 'Ada', author_description: null },
      ...{ thumbnail_url: null, category: null },
    },
    modules: [{ id: randomUUID(), title: 'Steps', lessons: titles.map(lesson) }],
  })
  const trees: Record<string, ReturnType<typeof exported>> = {
    c1: exported('tea', 'Tea', 'Pour', 'Wait'),
    c2: exported('ropes', 'Ropes', 'Tie'),
  }

  let answers: Answers
  let fake: FakeServer

  beforeEach(async () => {
    answers = {
      ...signInAnswers([every]),
      '/rest/v1/courses': ({ searchParams }) => ({
        body:
          searchParams.get('id') === null
            ? [
                { id: 'c1', slug: 'tea', title: 'Tea' },
                { id: 'c2', slug: 'ropes', title: 'Ropes' },
              ]
            : [],
      }),
      '/rest/v1/rpc/course_files': { body: [] },
      '/rest/v1/rpc/export_course': (_address, body) => ({
        body: trees[(body as { course_id: string }).course_id],
      }),
    }
    fake = await startFakeServer(answers)
  })
  afterEach(() => fake.stop())

  const person = ['--email', 'ada@b.test', '--password', 'pw']
  const run = (...more: string[]) =>
    runExport([at('backup'), '--url', fake.url, ...person, ...more], {})

  test('the command writes each course as a folder that can be imported again, and reports each folder', async () => {
    expect(await run()).toBe(0)
    expect(printed.join('\n')).toBe(
      [
        '  written   ropes  Ropes (1 module, 1 lesson)',
        '  written   tea  Tea (1 module, 2 lessons)',
        '',
        `2 courses: 2 written, 0 replaced, 0 failed. They are in ${at('backup')}.`,
      ].join('\n'),
    )
    expect(readdirSync(at('backup')).sort()).toEqual(['ropes', 'tea'])
    const { name, files } = await readFolder(at('backup', 'tea'))
    const { course, issues } = readCourseFolder(files, { folderName: name })
    expect(issues).toEqual([])
    expect(course.course).toMatchObject({ title: 'Tea', slug: 'tea', author_name: 'Ada' })
    expect(course.modules[0]?.lessons).toEqual([
      { ...lesson('Pour'), source_path: '01-steps/01-pour.md' },
      { ...lesson('Wait'), source_path: '01-steps/02-wait.md' },
    ])
    expect(fake.asked.at(-1)?.path).toBe('/auth/v1/logout')
  })

  test('the command keeps an earlier export without the option, does not request that course, and fails at the end', async () => {
    await run()
    printed = []
    fake.asked.length = 0
    expect(await run()).toBe(1)
    expect(printed[0]).toBe(
      `  failed    ropes  Ropes: ${at('backup', 'ropes')} already exists; --replace replaces it.`,
    )
    expect(printed.at(-1)).toContain('2 courses: 0 written, 0 replaced, 2 failed.')
    expect(fake.asked.filter(({ path }) => path.endsWith('export_course'))).toEqual([])
    printed = []
    expect(await run('--replace')).toBe(0)
    expect(printed.at(-1)).toContain('2 courses: 0 written, 2 replaced, 0 failed.')
  })

  test('the command continues after a course that fails, and reports the failure', async () => {
    answers['/rest/v1/rpc/export_course'] = (_address, body) => {
      const { course_id } = body as { course_id: string }
      if (course_id === 'c1') return { body: trees.c1 }
      return { status: 502, body: '<html>bad gateway</html>' }
    }
    expect(await run()).toBe(1)
    expect(printed[0]).toBe(
      `  failed    ropes  Ropes: The server at ${fake.url} did not answer as expected. Export again in a moment.`,
    )
    expect(printed.at(-1)).toContain('2 courses: 1 written, 0 replaced, 1 failed.')
    expect(readdirSync(at('backup'))).toEqual(['tea'])
  })

  test("the command exports only the caller's own courses if the caller may not edit others", async () => {
    const asked: (string | null)[] = []
    Object.assign(answers, {
      '/rest/v1/rpc/boot': boot([own]),
      '/rest/v1/courses': ({ searchParams }: URL) => {
        asked.push(searchParams.get('created_by_id'))
        return { body: [] }
      },
    })
    expect(await run()).toBe(0)
    expect(asked).toEqual(['eq.u1'])
    expect(printed).toEqual(['There is no course that ada@b.test may edit.'])
  })

  test("the command resolves the path from the caller's folder, and accepts only a folder", async () => {
    const env = { INIT_CWD: dirname(folder) }
    const name = basename(folder)
    expect(await runExport([name, '--url', fake.url, ...person], env)).toBe(0)
    expect(existsSync(at('tea', '_course.yml'))).toBe(true)
    writeFileSync(at('file'), 'x')
    await expect(runExport([at('file'), '--url', fake.url, ...person], {})).rejects.toMatchObject({
      name: 'PlainError',
      message: `${at('file')} is a file, not a folder.`,
    })
  })

  test.each([
    ['a member', boot([]), 'ada@b.test may not export courses. Administrators may'],
    ['a second factor', boot([every], { aal_required: true }), 'signs in with a second factor'],
  ])('the command reports %s in a sentence', async (_what, changed, sentence) => {
    answers['/rest/v1/rpc/boot'] = changed
    await expect(run()).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringContaining(sentence),
    })
    expect(existsSync(at('backup'))).toBe(false)
  })

  test('the command reports an older database in a sentence', async () => {
    answers['/rest/v1/rpc/export_course'] = {
      status: 404,
      body: { code: 'PGRST202', message: 'x' },
    }
    expect(await run()).toBe(1)
    expect(printed[0]).toContain("can't export courses: its database is older than this command.")
  })

  test('the command prints its usage', async () => {
    expect(await runExport(['--help'], {})).toBe(0)
    expect(printed.join('\n')).toMatch(
      /^Usage: npm run export-courses -- <folder>[\s\S]*--password/,
    )
  })
})
