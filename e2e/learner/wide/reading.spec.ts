import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { holdRequests } from '../../support/hold-requests'
import { untilSeen } from '../../support/seen'
import type { Course, World } from '../../support/world'

const PARTS = ['one', 'two', 'three', 'four', 'five', 'six']
const SENTENCE =
  'Whoever reads for hours wants lines of a length that the eye finds its way back from. '
const LONG = PARTS.map(
  (part) => `## Part ${part}\n\n${`${SENTENCE.repeat(4)}\n\n`.repeat(4)}`,
).join('')

const phone = { viewport: { width: 360, height: 740 } }

async function write(world: World, id: string, content: string, description: string | null = null) {
  await world.sql('update public.lessons set content = $2, description = $3 where id = $1', [
    id,
    content,
    description,
  ])
}

const pathOf = (course: Course, id = course.lessons.text) =>
  `/app/courses/${course.slug}/lesson/${id}`
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) =>
  page.getByRole('main').getByRole('heading', { name: `Part ${name}`, exact: true })

/** Expects a heading in the upper half of the window, below the bars. */
async function expectAtTop(heading: Locator): Promise<void> {
  await expect(heading).toBeInViewport()
  const covered = await heading.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + 4, top + height / 2)
    return top > innerHeight / 2 || there?.closest('h1, h2') !== element
  })
  expect(covered).toBe(false)
}

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('passage') ?? [])].map(String).join('|'))

test('an address with a place opens the lesson there, and the back button returns there', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  await write(world, course.lessons.text, LONG)
  const page = await open(member, `${pathOf(course)}#part-four`, phone)
  await expect(part(page, 'four')).toBeFocused()
  await expectAtTop(part(page, 'four'))

  await page.getByRole('link', { name: 'Link to section: Part four' }).click()
  await expect(page).toHaveURL(/#user-content-part-four$/)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: 'On this page' }).click()
  const list = page.getByRole('navigation', { name: 'On this page' })
  await expect(list.getByRole('link')).toHaveText(PARTS.map((name) => `Part ${name}`))
  await list.getByRole('link', { name: 'Part two' }).click()
  await expect(page).toHaveURL(/#user-content-part-two$/)
  await expectAtTop(part(page, 'two'))
  await expect(list.locator('[aria-current]')).toHaveText('Part two')
  await expect(list.getByRole('link').first()).toBeHidden()

  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/#part-four$/)
  await expectAtTop(part(page, 'four'))
})

test('a link in the outline opens a partly read lesson at the stored position, not at the top', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  await write(world, course.lessons.text, LONG)
  const page = await open(member, pathOf(course), phone)
  await expect(part(page, 'one')).toBeVisible()
  await page.evaluate(() => document.querySelectorAll('.md h2')[3]?.scrollIntoView())
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('rookies-reading:')))
  await expect.poll(kept).toBe(true)

  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Video lesson' })).toBeFocused()
  await page.keyboard.press('p')
  await expect(
    page.getByRole('status').filter({ hasText: 'Continued where you stopped' }),
  ).toBeVisible()
  await expectAtTop(part(page, 'four'))
  // The title has the focus, so that screen readers announce the lesson.
  await expect(title(page)).toBeFocused()
  await page.reload()
  await expectAtTop(part(page, 'four'))

  await page.getByRole('button', { name: 'Back to the top' }).click()
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toBeInViewport()
  await expect.poll(kept).toBe(false)

  // A fragment in the address takes precedence over the stored position, and a completed lesson opens at its beginning.
  await page.evaluate(() => document.querySelectorAll('.md h2')[3]?.scrollIntoView())
  await expect.poll(kept).toBe(true)
  await page.goto(`${pathOf(course)}#part-two`)
  await expectAtTop(part(page, 'two'))
  await expect(page.getByText('Continued where you stopped')).toHaveCount(0)
  await untilSeen(page)
  await page.keyboard.press('m')
  await expect.poll(() => world.completed(member)).toEqual([course.lessons.text])
  await expect.poll(kept).toBe(false)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Video lesson' })).toBeFocused()
  await page.goto(pathOf(course))
  await expect(part(page, 'one')).toBeVisible()
  await expect(title(page)).toBeInViewport()
})

test('a search hit opens at the passage and marks it, also in the notes under a video and in a description, and its address can be shared', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const word = `zyx${course.slug.slice(-8).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
  const folded = `<details>\n<summary>More</summary>\n\nWhat a **${word}** *does* in [a text](https://example.org/).\n\n</details>`
  await write(world, course.lessons.text, `${LONG}${folded}\n\n${LONG}`)
  const page = await open(member, '/app/dashboard')
  await page.getByRole('button', { name: 'Search courses, categories and lessons' }).click()
  await page.getByRole('combobox').fill(word)
  await page.getByRole('option', { name: /Reading lesson/ }).click()
  const passage = page.getByText(`What a ${word} does`)
  await expect(passage).toBeFocused()
  await expect(passage).toBeInViewport()
  await expect.poll(() => marked(page)).toMatch(new RegExp(`^${word}\\|does\\|in\\|a text`))
  await expect(page.getByRole('status').filter({ hasText: `Opened at “${word}` })).toBeAttached()

  const address = page.url()
  await page.goto('/app/dashboard')
  await page.goto(address)
  await expect(passage).toBeFocused()
  await expect.poll(() => marked(page)).toContain(word)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Video lesson' })).toBeFocused()
  await expect.poll(() => marked(page)).toBe('')

  // The passage is in code that is highlighted later, and stays marked.
  await write(world, course.lessons.text, `${LONG}\n\n\`\`\`js\nconst ${word} = 1\n\`\`\`\n`)
  await page.goto(address)
  await expect(page.locator('.hljs-keyword')).toHaveText('const')
  await expect.poll(() => marked(page)).toBe(word)
  await expect(page.locator('.md-code')).toBeInViewport()
  await expect(page.locator('.md-code pre')).toBeFocused()

  // A lesson without the passage opens at its beginning.
  await write(world, course.lessons.text, LONG)
  await page.goto(address)
  await expect(part(page, 'one')).toBeVisible()
  await expect(title(page)).toBeInViewport()
  expect(await marked(page)).toBe('')

  const id = course.lessons.video
  await write(world, id, `${LONG}\n\nThe naïve way.`, 'A film about Ångström.')
  await page.goto(`${pathOf(course, id)}?passage=naive+way`)
  await expect(page.getByText('The naïve way.')).toBeFocused()
  await expect(page.getByText('The naïve way.')).toBeInViewport()
  expect(await marked(page)).toBe('naïve way')

  await page.goto(`${pathOf(course, id)}?passage=angstrom`)
  await expect.poll(() => marked(page)).toBe('Ångström')
  await write(world, id, '', 'A film about Ångström.')
  await page.goto(`${pathOf(course, id)}?passage=a+film+tomorrow`)
  await expect.poll(() => marked(page)).toBe('A film')
})

test('nothing moves when the code font arrives, or while the text loads', async ({
  open,
  world,
}) => {
  const { member, course } = await world.memberWithCourse()
  const code = '```rust title="src/main.rs"\nfn main() { println!("├── {}", 1 != 2); }\n```\n'
  await write(
    world,
    course.lessons.text,
    `Some \`inline code\` here.\n\n${code}\n${LONG}`,
    'A lead.',
  )
  const page = await open(member, '/app/dashboard')
  const release = await holdRequests(page, '**/jetbrains-mono-*')
  await page.addInitScript(() => {
    let sum = 0
    const add = (entry: PerformanceEntry) => {
      if ('value' in entry) sum += Number(entry.value)
      document.documentElement.dataset.shift = String(sum)
    }
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  await page.goto(pathOf(course))
  await page.evaluate(() => {
    document.documentElement.dataset.shift ??= '0'
  })
  await expect(page.locator('.hljs-keyword')).toHaveText('fn')
  await expect(page.getByText('src/main.rs', { exact: true })).toBeVisible()
  const width = () =>
    page.locator('.md pre code').evaluate((element) => element.getBoundingClientRect().width)
  const before = await width()
  await release()
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(
        ({ family, status }) => /^"?JetBrains Mono"?$/.test(family) && status === 'loaded',
      ),
    )
  await expect.poll(loaded).toBe(true)
  expect(Math.abs((await width()) - before)).toBeLessThanOrEqual(1)
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift))
  expect(shift).toBeLessThanOrEqual(0.01)
})

test('the printed page has the whole lesson and no controls', async ({ open, world }) => {
  const { member, course } = await world.memberWithCourse()
  const code = `\`\`\`js\nconst line = '${'long '.repeat(60)}'\n\`\`\`\n`
  const folded = '<details>\n<summary>More</summary>\n\nWhat was folded away.\n\n</details>\n'
  const links = '[A book](https://example.org/book), https://example.org/bare\n'
  await write(world, course.lessons.text, [LONG, code, folded, links].join('\n'), 'A lead.')
  const page = await open(member, pathOf(course))
  await expect(page.getByText('A lead.')).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(title(page)).toBeVisible()
  await expect(page.getByText('What was folded away.')).toBeVisible()
  for (const role of ['banner', 'complementary', 'navigation', 'button'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  const paper = await page.evaluate(() => ({
    ink: getComputedStyle(document.body).color,
    cut: [...document.querySelectorAll('.md pre')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ).length,
    behind: [...document.querySelectorAll('.md a[target]')].map(
      (link) => getComputedStyle(link, '::after').content,
    ),
  }))
  expect(paper.ink).toBe('rgb(33, 30, 26)')
  expect(paper.cut).toBe(0)
  expect(paper.behind).toEqual([expect.stringContaining('https://example.org/book'), 'none'])
})
