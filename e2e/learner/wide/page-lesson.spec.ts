import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from '../../support/api'
import { violations } from '../../support/axe'
import { expect, readyForOffline, test } from '../../support/device'
import { untilSeen } from '../../support/seen'
import type { Course, World } from '../../support/world'

const START = '<!doctype html>\n<h1></h1>\n<button>0</button>\n<script src="main.js"></script>\n'
const MAIN = "const button = document.querySelector('button')\n"

const EXERCISE = {
  language: 'PAGE',
  files: [
    { path: 'index.html', text: START },
    { path: 'style.css', text: 'h1 { color: navy; }\n' },
    { path: 'main.js', text: MAIN },
  ],
  tests: `test('has a heading', () => {
  expect(document.querySelector('h1')?.textContent).toBe('Counter')
})
`,
  hidden: '',
  solution: [{ path: 'index.html', text: '<h1>Counter</h1>' }],
  time_ms: 1000,
  hints: [{ after: 1, text: 'A heading stands between `<h1>` and `</h1>`.' }],
  solution_after: null,
}

/** Adds a member with a course that contains an exercise about a web page. */
async function scene(world: World) {
  const { member, course } = await world.memberWithCourse()
  const author = await world.person({ role: 'ADMIN', name: 'Ada Author' })
  const lesson = randomUUID()
  await world.sql(
    `insert into public.lessons (id, module_id, title, index, content_type, content)
     values ($1, $2, 'A counter', 9, 'EXERCISE', 'Build a **counter**.')`,
    [lesson, course.moduleId],
  )
  await callAs(world, author, 'save_exercise', {
    lesson_id: lesson,
    expected_version: 1,
    exercise: EXERCISE,
  })
  return { member, course, lesson }
}

async function openLesson(page: Page, { slug }: Course, lesson: string) {
  await page.goto(`/app/courses/${slug}/lesson/${lesson}`)
  await expect(editorOf(page, 'index.html')).toBeVisible()
}

const editorOf = (page: Page, path: string) =>
  page.getByRole('textbox', { name: `Code of ${path}` })
// While a new frame loads, it is inert and below the previous frame.
const preview = (page: Page) => page.frameLocator('iframe[title="Your page"]:not([inert])')
const results = (page: Page) => page.getByRole('region', { name: 'Check results' })

/** Replaces a file by keyboard. */
async function write(page: Page, path: string, text: string) {
  await editorOf(page, path).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

test('a page is shown, checked and completed, by keyboard alone', async ({ open, world }) => {
  const { member, course, lesson } = await scene(world)
  const page = await open(member, '/app/dashboard')
  await openLesson(page, course, lesson)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the page' }).press('Enter')
  await expect(preview(page).getByRole('button')).toHaveText('0')
  await expect(page.getByRole('button', { name: 'Show the page' })).toHaveCount(0)

  await editorOf(page, 'index.html').focus()
  await page.keyboard.press('Control+Enter')
  await expect(results(page).getByRole('status')).toHaveText(
    /^The check failed\. First: has a heading\. Expected 'Counter', got ''\. tests\.js, line 2\./,
  )
  await expect(editorOf(page, 'index.html')).toBeFocused()
  await expect(page.getByText('Hint', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])

  // The preview updates, and the cursor stays in the editor.
  await write(page, 'index.html', START.replace('<h1>', '<h1>Counter'))
  await expect(preview(page).getByRole('heading')).toHaveText('Counter')
  await expect(preview(page).getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(editorOf(page, 'index.html')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(results(page).getByRole('status')).toHaveText('The check passed.')
  await expect(page.getByText('Your code is saved.')).toBeVisible()
  expect(await world.completed(member)).toEqual([])

  await expect(page.getByText(/^Pages are practice: the checks run in this browser/)).toBeVisible()
  await untilSeen(page)
  await page.getByRole('button', { name: 'Mark As Complete' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Show the solution' })).toBeVisible()
  expect(await world.completed(member)).toEqual([lesson])
  await page.getByRole('button', { name: 'Show the solution' }).press('Enter')
  await expect(page.getByText('<h1>Counter</h1>', { exact: true }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an endless loop is stopped and reported with its line, and the lesson still works', async ({
  open,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const page = await open(member, '/app/dashboard', {
    viewport: { width: 360, height: 740 },
    expectProblems: [/did not finish/],
  })
  await openLesson(page, course, lesson)
  await page.getByRole('tab', { name: 'main.js' }).click()
  await write(page, 'main.js', `${MAIN}while (true) {\n}`)
  const place = page.getByRole('button', { name: /^Go to main\.js, line 2/ })
  await expect(place).toBeVisible()
  await place.click()
  await expect(editorOf(page, 'main.js')).toBeFocused()
  await write(page, 'main.js', `${MAIN}button.onclick = () => { button.textContent = 'pressed' }`)
  await expect(place).toHaveCount(0)
  await preview(page).getByRole('button').click()
  await expect(preview(page).getByRole('button')).toHaveText('pressed')

  // The page scrolls to the result, the preview has the chosen width, and the question is answered by keyboard.
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(results(page).getByText('The check failed.').last()).toBeInViewport()
  await page.getByRole('button', { name: '1280' }).click()
  await expect(page.getByText(/^1280 px, shown at/)).toBeVisible()
  await write(
    page,
    'main.js',
    `${MAIN}button.onclick = () => { button.textContent = innerWidth + prompt('And?', '!') }`,
  )
  await expect(preview(page).getByRole('button')).toHaveText('0')
  await preview(page).getByRole('button').click()
  await page.getByRole('textbox', { name: 'And?' }).press('Enter')
  await expect(preview(page).getByRole('button')).toHaveText('1280!')
  await page.getByRole('slider', { name: 'Width of the page' }).press('Home')
  await expect
    .poll(() =>
      preview(page)
        .locator('html')
        .evaluate(() => innerWidth),
    )
    .toBe(240)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
})

test('a page is shown, checked and completed without a connection, and sent afterwards', async ({
  device,
  world,
}) => {
  const { member, course, lesson } = await scene(world)
  const begun = await device.start(member)
  await openLesson(begun.page, course, lesson)
  await begun.page.getByRole('button', { name: 'Show the page' }).click()
  await expect(preview(begun.page).getByRole('button')).toHaveText('0')
  await readyForOffline(begun.page, 2)
  await begun.context.setOffline(true)
  await begun.page.reload()
  await write(begun.page, 'index.html', '<h1>Counter</h1>')
  await expect(preview(begun.page).getByRole('heading')).toHaveText('Counter')
  await begun.page.keyboard.press('Control+Enter')
  await expect(results(begun.page).getByRole('status')).toHaveText('The check passed.')
  await untilSeen(begun.page)
  await begun.page.getByRole('button', { name: 'Mark As Complete' }).click()
  await expect(begun.page.getByText(/when you are back online/).first()).toBeVisible()
  expect(await world.completed(member)).toEqual([])
  await device.close()

  const { page } = await device.start()
  await openLesson(page, course, lesson)
  await expect(editorOf(page, 'index.html')).toHaveText('<h1>Counter</h1>')
  await expect.poll(() => world.completed(member)).toEqual([lesson])
})
