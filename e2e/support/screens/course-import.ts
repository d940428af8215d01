import type { Page } from '@playwright/test'
import type { VectorEntry } from '@rookies/course-format/testing/zip-vectors'
import { chooseZip, TRACK, zipFile } from '../course-folders'
import type { Screen } from '../screens'
import { failRequests, withFailedRead } from './mocks'

const path = '/admin/courses/import'

const choose = (page: Page, entries: VectorEntry[], name = 'Rope and knots.zip') =>
  chooseZip(page, zipFile(entries, name))

const clean: VectorEntry[] = [
  { name: '1-first-knots/1-why.md', data: '# Why knots\n\nA rope is only as good as its knot.' },
  { name: '1-first-knots/2-bowline.md', data: '# Bowline\n\nOver, under.' },
  { name: '2-films/1-film.md', data: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
]

/** A folder with the first course of the seed data, in which one lesson is changed and the others are missing. */
const changes: VectorEntry[] = [
  {
    name: '_course.yml',
    data: 'title: Git from the first commit\nslug: git-from-the-first-commit\n',
  },
  {
    name: '1-start/1-why.md',
    data: '---\ntitle: Why version control\ntype: text\nid: e0000000-0000-4000-8000-000000010102\n---\nNew words.',
  },
  { name: '1-start/2-new.md', data: '# Something new\n\nText.' },
]

const problems: VectorEntry[] = [
  ...clean,
  { name: '../../etc/passwd.md', data: 'Evil.' },
  { name: '1-first-knots/knot.png', data: 'x' },
  { name: '1-first-knots/3-empty.md', data: '' },
  {
    name: '1-first-knots/4-links.md',
    data: `# Links\n\n![plan](plan.png)\n\n${[1, 2, 3, 4, 5, 6, 7].map((n) => `[next](../next-${n}.md)`).join('\n')}`,
  },
  { name: '1-first-knots/5-told.md', data: '---\nduration: soon\ncolour: red\n---\nText.' },
]

function isApply(body: string | null): boolean {
  return body?.includes('"dry_run":false') === true
}

export const courseImportScreens: Screen[] = [
  { name: 'admin-import', as: 'admin', path, shows: 'Choose a folder or a zip' },
  {
    name: 'admin-import-reading',
    as: 'admin',
    path,
    ownPage: true,
    shows: 'Looking for files',
    mock: (page) => page.route('**/read-course.worker*', () => undefined),
    prepare: (page) => choose(page, clean),
  },
  {
    name: 'admin-import-unreadable',
    like: 'admin-import-refused',
    as: 'admin',
    path,
    shows: 'locked with a password',
    prepare: (page) => choose(page, [{ name: 'a.md', data: 'x', flags: 0x801 }]),
  },
  {
    name: 'admin-import-new',
    like: 'admin-import-changes',
    as: 'admin',
    path,
    shows: 'The course is made as a draft',
    prepare: (page) => choose(page, clean),
  },
  {
    name: 'admin-import-changes',
    as: 'admin',
    path,
    shows: 'not in the folder',
    prepare: async (page) => {
      await choose(page, changes)
      await page.getByText('Course exists').waitFor()
      const content = page.getByRole('region', { name: 'Course Content' })
      const folded = content.locator('.ant-collapse-header[aria-expanded="false"]')
      while ((await folded.count()) > 0) await folded.first().click()
    },
  },
  {
    name: 'admin-import-problems',
    like: 'admin-import-changes',
    as: 'admin',
    path,
    shows: 'The course is made as a draft',
    prepare: async (page) => {
      await choose(page, problems)
      await page.getByText('Worth checking').click()
      // The click has scrolled the page. Scrolled to the top, the header covers no part of a button.
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'admin-import-exercises',
    as: 'admin',
    path,
    shows: 'Exercises that need you',
    prepare: (page) => chooseZip(page, zipFile(TRACK, 'Track.zip')),
  },
  {
    name: 'admin-import-impossible',
    as: 'admin',
    path,
    shows: "This can't be imported yet",
    prepare: (page) => choose(page, [{ name: 'picture.png', data: 'x' }], '茶.zip'),
  },
  {
    name: 'admin-import-refused',
    as: 'admin',
    path,
    shows: 'Choose another one.',
    expectProblems: [/403/],
    mock: failRequests('**/rpc/import_course', 403, {
      code: '42501',
      hint: 'SLUG_NOT_YOURS',
      message: 'You may not change the course with this slug.',
    }),
    prepare: (page) => choose(page, clean),
  },
  {
    name: 'admin-import-applying',
    like: 'admin-import-reading',
    as: 'admin',
    path,
    ownPage: true,
    shows: 'Importing',
    mock: (page) =>
      page.route('**/rpc/import_course', async (route) => {
        if (!isApply(route.request().postData())) await route.continue()
      }),
    prepare: async (page) => {
      await choose(page, clean)
      await page.getByRole('button', { name: 'Import Course' }).click()
    },
  },
  {
    name: 'admin-import-difference',
    as: 'admin',
    path,
    shows: 'New words.',
    prepare: async (page) => {
      await choose(page, changes)
      await page.getByRole('button', { name: 'What changes in Why version control' }).click()
    },
  },
  {
    name: 'admin-import-difference-error',
    as: 'admin',
    path,
    shows: /Failed to load the changes/,
    ...withFailedRead('**/rpc/import_difference'),
    prepare: async (page) => {
      await choose(page, changes)
      await page.getByRole('button', { name: 'What changes in Why version control' }).click()
    },
  },
  {
    name: 'admin-import-done',
    as: 'admin',
    path,
    ownPage: true,
    shows: 'Course imported',
    mock: async (page) => {
      let checked: object = {}
      await page.route('**/rpc/import_course', async (route) => {
        if (isApply(route.request().postData())) return route.fulfill({ json: checked })
        const answer = await route.fetch()
        checked = await answer.json()
        return route.fulfill({ response: answer })
      })
    },
    prepare: async (page) => {
      await choose(page, clean)
      await page.getByRole('button', { name: 'Import Course' }).click()
    },
  },
]
