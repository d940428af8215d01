import type { Locator } from '@playwright/test'
import { screenNamed } from '../../support/screens'
import { expect, test } from '../../support/visit'

const small = { width: 320, height: 640 }

/** Returns the texts of elements that are cut by the sides of the element around them. */
const cutBy = async (around: Locator, parts: Locator) => {
  const box = await around.boundingBox()
  const [left, right] = [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)]
  const cut: string[] = []
  for (const part of await parts.all()) {
    const at = await part.boundingBox()
    if (!at || at.x < left - 1 || at.x + at.width > right + 1)
      cut.push((await part.textContent()) ?? '')
  }
  return cut
}

/** Returns the words in these elements that are broken across lines. */
const brokenWords = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      }
      return broken
    }),
  )

test('titles of modules and facts of a record are broken only between words', async ({ visit }) => {
  await test.step('the titles of modules, on a phone', async () => {
    const page = await visit(screenNamed('admin-course-folded'), {
      colorScheme: 'light',
      viewport: small,
    })
    const titles = page.getByRole('heading', { level: 3 }).getByRole('button')
    await expect(titles).toHaveCount(4)
    expect(await brokenWords(titles)).toEqual([])
  })

  await test.step('the facts of a record, on a tablet', async () => {
    const page = await visit(screenNamed('admin-cohort-extensions'), {
      colorScheme: 'light',
      viewport: { width: 768, height: 1024 },
    })
    const facts = page.getByRole('main').getByRole('table').first()
    await expect(facts).toContainText('Europe/Vienna')
    expect(await brokenWords(facts)).toEqual([])
  })
})

/** Returns the number of lines on which the elements are, by the heights of their centres. */
const lines = (elements: Locator) =>
  elements.evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect())
    return new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 10))).size
  })

test('the buttons of an inbox row, a name and its icon, and the columns of a table are on one line', async ({
  visit,
}) => {
  const viewport = { width: 360, height: 740 }
  await test.step('the buttons of a row in the inbox', async () => {
    const page = await visit(screenNamed('admin-inbox'), { colorScheme: 'light', viewport })
    const about = 'A page about tea that works with the keyboard and without pictures'
    const buttons = page.getByRole('button', {
      name: new RegExp(`^(Done|Snooze|Hand over): ${about}`),
    })
    await expect(buttons).toHaveCount(3)
    expect(await lines(buttons)).toBe(1)
  })

  for (const name of ['admin-review-files', 'assignment-files']) {
    await test.step(`a long name and its icon, and the columns of a table: ${name}`, async () => {
      const page = await visit(screenNamed(name), { colorScheme: 'light', viewport })
      const film = page.getByRole('listitem').filter({ hasText: '.mp4' })
      expect(await lines(film.locator('svg, a'))).toBe(1)
      const table = page.locator('pre', { hasText: 'leaf' })
      expect(await table.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
    })
  }
})

test('all tabs are visible', async ({ visit }) => {
  for (const [name, width, count] of [
    ['admin-course-unsaved', 320, 7],
    ['admin-course-gone', 768, 7],
    ['admin-lesson-text', 320, 6],
  ] as const) {
    const page = await visit(screenNamed(name), {
      colorScheme: 'light',
      viewport: { width, height: 740 },
    })
    const list = page.getByRole('tablist').last()
    const tabs = list.getByRole('tab')
    await expect(tabs).toHaveCount(count)
    expect(await cutBy(list, tabs), name).toEqual([])
  }
})

test('in the inbox the heading is not cut off beside a long count, and the Done button is apart from the main action of a row', async ({
  visit,
}) => {
  for (const width of [320, 1280]) {
    const page = await visit(screenNamed('admin-inbox'), {
      colorScheme: 'light',
      viewport: { width, height: 740 },
    })
    const inbox = page.getByRole('region', { name: 'Inbox' })
    await expect(inbox.getByText(/^More than 1,000 waiting, \d+ overdue$/)).toBeVisible()
    const head = inbox.getByRole('heading', { name: 'Inbox' }).locator('..')
    expect(await head.evaluate((at) => at.scrollWidth - at.clientWidth), `${width}`).toBe(0)
    const gaps = await inbox.getByRole('button', { name: /^Done:/ }).evaluateAll((all) =>
      all.map((done) => {
        const before = done.parentElement?.previousElementSibling?.lastElementChild
        const [at, act] = [done.getBoundingClientRect(), before?.getBoundingClientRect()]
        if (!act) return 0
        return at.top >= act.bottom ? Number.POSITIVE_INFINITY : at.left - act.right
      }),
    )
    expect(gaps.length).toBeGreaterThan(5)
    expect(Math.min(...gaps), `${width}`).toBeGreaterThanOrEqual(24)
  }
})

test('the number of records touches neither the card below nor the button above', async ({
  visit,
}) => {
  const page = await visit(screenNamed('admin-cohort-messages'), {
    colorScheme: 'light',
    viewport: { width: 360, height: 740 },
  })
  const [above, at, below] = await Promise.all([
    page.getByRole('button', { name: 'Write Message' }).boundingBox(),
    page.getByText(/^\d+ messages?$/).boundingBox(),
    page.getByRole('table', { name: 'Messages' }).boundingBox(),
  ])
  if (!above || !at || !below) throw new Error('Not all of them are shown')
  expect(at.y - above.y - above.height).toBeGreaterThanOrEqual(12)
  expect(below.y - at.y - at.height).toBeGreaterThanOrEqual(12)
})

test('all figures are visible, and their labels are not cut off', async ({ visit }) => {
  for (const name of [
    'admin-dashboard',
    'admin-purchases',
    'admin-notifications',
    'admin-logs',
  ] as const) {
    const page = await visit(screenNamed(name), { colorScheme: 'light', viewport: small })
    const main = page.getByRole('main')
    const figures = main.getByRole('article')
    await expect(figures.nth(2)).toBeVisible()
    expect(await cutBy(main, figures)).toEqual([])
    expect(await cutBy(main, figures.locator('.ant-statistic-content'))).toEqual([])
    // The size of a phone that is held sideways.
    await page.setViewportSize({ width: 740, height: 360 })
    expect(await brokenWords(figures)).toEqual([])
  }
})

test('on a phone, the bulk actions on members, a field that is edited in place, and a character counter have enough room', async ({
  visit,
}) => {
  await test.step('the bulk actions fit into their dialog', async () => {
    const page = await visit(screenNamed('admin-members-bulk'), {
      colorScheme: 'light',
      viewport: small,
    })
    const dialog = page.getByRole('dialog')
    const acts = dialog.getByRole('radiogroup').first()
    const buttons = dialog.locator('.ant-modal-footer')
    await expect(acts).toBeVisible()
    const right = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    expect(await right(acts)).toBeLessThanOrEqual((await right(buttons)) - 24)
  })

  await test.step('the field has a separate line, and its buttons are side by side', async () => {
    const page = await visit(screenNamed('admin-course-files-writing'), {
      colorScheme: 'light',
      viewport: small,
    })
    const field = await page.getByRole('textbox', { name: /^Alt text of/ }).boundingBox()
    const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox()
    const cancel = await page.getByRole('button', { name: 'Cancel', exact: true }).boundingBox()
    expect(field?.width).toBeGreaterThan(200)
    expect(save?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
    expect(cancel?.y).toBe(save?.y)
  })

  await test.step('the counter is beside the hint', async () => {
    const page = await visit(screenNamed('admin-cohort-message-write'), {
      colorScheme: 'light',
      viewport: small,
    })
    const hint = page.getByText('Plain text. Line breaks stay')
    const counter = page.getByText('0 / 2000')
    await expect(hint).toBeVisible()
    const right = await hint.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().right
    })
    expect(right).toBeLessThanOrEqual((await counter.boundingBox())?.x ?? 0)
  })
})
