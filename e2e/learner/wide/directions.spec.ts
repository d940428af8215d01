import type { Locator } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'

const TEXT = `اكتب \`git init\` في المجلد (سطرًا بعد سطر).

1. افتح الطرفية.
2. اكتب الأمر.

> اقتباس قصير.

| الأمر | ما يفعله |
| --- | --- |
| \`git add\` | يضيف الملف |

An English paragraph (in between).

- [x] تم

\`\`\`sh
git init # هنا
\`\`\`
`

const directionOf = (element: Locator) =>
  element.evaluate((shown) => getComputedStyle(shown).direction)

test('a right-to-left lesson is laid out from right to left, on a phone and a desktop, and each line of a post gets the direction of its letters', async ({
  open,
  world,
}) => {
  const person = await world.person({ name: 'أمل حداد' })
  const course = await world.course({ title: 'مقدمة في Git' })
  await world.sql('update public.lessons set title = $2, content = $3 where id = $1', [
    course.lessons.text,
    'البداية: أول commit!',
    TEXT,
  ])
  await world.entitle(person, course)
  const page = await open(person, `/app/courses/${course.slug}/lesson/${course.lessons.text}`)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const text = page.locator('.md-content')
    await expect(text.getByRole('table')).toBeVisible()
    for (const name of ['p', 'ol', 'ol > li', 'blockquote', 'table', 'td', 'ul'])
      expect(await directionOf(text.locator(name).first()), name).toBe('rtl')
    for (const name of ['.md-code', 'pre', 'code'])
      expect(await directionOf(text.locator(name).last()), name).toBe('ltr')
    expect(await directionOf(text.getByText('An English paragraph'))).toBe('ltr')
    expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('rtl')
    expect(await directionOf(page.locator('html'))).toBe('ltr')
    // The first column is on the right.
    const [first, second] = await Promise.all(
      [0, 1].map((at) => text.locator('thead th').nth(at).boundingBox()),
    )
    expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY)
    // A paragraph begins at the edge of the column, like the table.
    const [paragraph, table] = await Promise.all(
      [text.locator('p').first(), text.getByRole('table')].map((one) => one.boundingBox()),
    )
    const end = (box: typeof table) => Math.round((box?.x ?? 0) + (box?.width ?? 0))
    expect(end(paragraph)).toBe(end(table))
    expect(await overflow(page)).toBe(0)
  }

  const community = await world.community()
  await world.joinCommunity(person, community)
  await world.post(person, community, 'سؤال: ما هو git؟\nAn answer follows.')
  await page.goto(`/app/communities/${community.slug}`)
  const post = page.getByRole('article').getByText('سؤال')
  expect(await directionOf(post)).toBe('rtl')
  const box = page.getByRole('textbox').first()
  await box.fill('مرحبا!')
  expect(await directionOf(box)).toBe('rtl')
  await box.fill('Hello!')
  expect(await directionOf(box)).toBe('ltr')
})
