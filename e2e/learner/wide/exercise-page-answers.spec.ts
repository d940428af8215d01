import type { Page } from '@playwright/test'
import type { ExerciseFile } from '@rookies/exercise-engine/run'
import { expect, test } from '../../support/device'
import { check, checked, openPlace, pageFiles, show, told } from '../../support/page-exercises'

// These tests frame the document that shows pages in a page of the product, as an exercise does.

/** Answers the last question of a page, and returns its new frame. */
async function answer(page: Page, files: ExerciseFile[], given: boolean | string | null) {
  await expect.poll(async () => (await told(page)).questions.length).toBe(1)
  const question = await page.evaluate(
    ([shown, answered]) => {
      const [asked] = paged.questions.splice(0)
      if (!asked) throw new Error('Nothing was asked.')
      paged.shown = 0
      paged.lines = []
      const { replay } = asked
      paged.place.show(shown, { ...replay, answers: [...replay.answers, answered] })
      return asked
    },
    [files, given] as const,
  )
  await page.waitForFunction(() => paged.shown > 0)
  return question
}

test('a page stores in memory, asks its questions one after another with all that was done before, and its checks name widths and answers', async ({
  open,
}) => {
  const page = await open('visitor', '/login', { expectProblems: [/nothing|toUpperCase/] })
  await openPlace(page)
  const preview = page.frameLocator('iframe[title="Your page"]:not([inert])')
  await test.step('questions of a loading page are asked one after another', async () => {
    const files = pageFiles(
      `<h1></h1><script>
const secret = Math.random()
alert('Welcome')
const name = prompt('Your name?', 'nobody')
localStorage.name = name
document.cookie = 'theme=dark'
if (confirm('Are you ' + name + '?')) document.querySelector('h1').textContent = localStorage.name + document.cookie
console.log(secret)
nothing.here()
</script>`,
    )
    await page.evaluate(() => localStorage.setItem('name', 'of the portal'))
    await show(page, files)
    expect(await answer(page, files, 'Ada')).toMatchObject({
      kind: 'prompt',
      text: 'Your name?',
      initial: 'nobody',
    })
    expect(await answer(page, files, true)).toMatchObject({ kind: 'confirm', text: 'Are you Ada?' })
    await expect(preview.getByRole('heading')).toHaveText('Adatheme=dark')
    const { said, stored, problems, lines, questions } = await told(page)
    expect([said, stored > 0, questions]).toEqual([['Welcome'], true, []])
    // The error is reported once, after the last answer.
    expect(problems).toMatchObject([{ path: 'index.html', line: 9 }])
    expect(lines.slice(0, 3)).toEqual([
      'alert: Welcome',
      'prompt: Your name? ("Ada")',
      'confirm: Are you Ada? (true)',
    ])
    expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('of the portal')
  })

  await test.step('what was typed and pressed is done again after an answer', async () => {
    const files = pageFiles(
      `<form><label>Good <input></label><label><input type="checkbox"> Fast</label><button>Add</button></form><ul></ul><p></p>
<script>
const list = document.querySelector('ul')
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const item = document.createElement('li')
  item.textContent = document.querySelector('input').value
  setTimeout(() => list.append(item), 50)
})
list.addEventListener('click', ({ target }) => {
  if (confirm('Delete ' + target.textContent + '?')) target.remove()
})
document.querySelector('[type=checkbox]').addEventListener('change', ({ target }) => {
  document.querySelector('p').textContent = target.checked
})
</script>`,
    )
    await show(page, files)
    for (const good of ['milk', 'bread']) {
      await preview.getByLabel('Good').fill(good)
      await preview.getByLabel('Good').press('Enter')
      await expect(preview.getByText(good, { exact: true })).toBeVisible()
    }
    await preview.getByText('Fast').click()
    await preview.getByText('milk', { exact: true }).click()
    expect(await answer(page, files, true)).toMatchObject({ text: 'Delete milk?' })
    await expect(preview.getByRole('listitem')).toHaveText(['bread'])
    await expect(preview.locator('p')).toHaveText('true')
    await preview.getByText('bread', { exact: true }).click()
    expect(await answer(page, files, false)).toMatchObject({ text: 'Delete bread?' })
    await expect(preview.getByRole('listitem')).toHaveText(['bread'])
  })

  await test.step('links and forms keep the page', async () => {
    const frame = await show(
      page,
      pageFiles(
        `<a href="">Self</a> <a href="#end">End</a> <a href="/" target="_blank">Out</a>
<form method="get"><button>Send</button></form><div style="height: 200vh"></div><h2 id="end">End</h2>
<script>document.querySelector('form').addEventListener('submit', (event) => event.stopPropagation())</script>`,
      ),
    )
    await page.evaluate(() => void paged.lines.splice(0))
    for (const name of ['Self', 'Out', 'Send']) await frame.getByText(name).click()
    await expect
      .poll(async () => (await told(page)).lines)
      .toEqual([
        'A link leads to this page itself. Pages of an exercise do not load again.',
        'A link leads to /. Pages of an exercise stay where they are.',
        'A form was submitted. Pages of an exercise send nothing.',
      ])
    await frame.getByRole('link', { name: 'End' }).click()
    await expect(frame.getByRole('heading')).toBeInViewport()
    expect((await told(page)).ended).toEqual([])
    await expect(page.locator('iframe')).toHaveCount(1)
  })

  await test.step('a page that loads itself again is run from its beginning', async () => {
    const frame = await show(
      page,
      pageFiles(
        '<button>0</button><script>document.querySelector("button").onclick = () => location.reload()</script>',
      ),
    )
    await frame.evaluate(() => {
      document.querySelector('button')?.replaceChildren('1')
    })
    const shownAt = await page.evaluate(() => {
      paged.lines = []
      return performance.now()
    })
    await page.waitForFunction((from) => performance.now() - from > 1_000, shownAt)
    await preview.getByRole('button').click()
    await expect(preview.getByRole('button')).toHaveText('0')
    expect(await told(page)).toMatchObject({
      lines: [expect.stringContaining('run from its beginning')],
      ended: [],
    })
  })

  await test.step('checks name the width of their page and the answers to its dialogs', async () => {
    const files = pageFiles(
      `<style>p { color: red } @media (max-width: 400px) { p { color: blue } }</style><p></p><button>Ask</button>
<script>
document.querySelector('p').textContent = 'Hello ' + prompt('Your name?').toUpperCase()
document.querySelector('button').onclick = () => { document.title = confirm('Sure?') ? 'yes' : 'no' }
</script>`,
    )
    const tests = `const color = () => getComputedStyle(document.querySelector('p')).color
test('greets', { answers: ['Ada', true] }, () => {
  expect(document.querySelector('p').textContent).toBe('Hello ADA')
  document.querySelector('button').click()
  expect(document.title).toBe('yes')
})
describe('on a phone', { width: 360 }, () => {
  test('is blue', { answers: ['Bo'] }, () => {
    expect([innerWidth, color()]).toEqual([360, 'rgb(0, 0, 255)'])
  })
  test('cannot greet nobody', () => expect(1).toBe(1))
})
`
    const { verdict, tests: results } = await checked(page, files, tests)
    expect([verdict, results]).toMatchObject([
      'ERROR',
      [
        {
          name: 'greets',
          ok: true,
          console: ['prompt: Your name? ("Ada")', 'confirm: Sure? (true)'],
        },
        { name: 'on a phone > is blue', ok: true },
        { ok: false, problem: { path: 'index.html', line: 3 } },
      ],
    ])
    const wrong = "test('a', { width: 'all' }, () => {})"
    expect(await check(page, pageFiles(''), wrong)).toMatchObject({
      verdict: 'ERROR',
      problem: { message: expect.stringContaining('from 240 to 2560') },
    })
  })
})
