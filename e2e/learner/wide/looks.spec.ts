import type { Locator, Page } from '@playwright/test'
import { screenNamed } from '../../support/screens'
import { expect, test } from '../../support/visit'

const widths = [360, 1280] as const

const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect())

/** Returns the texts, pictures, and controls of the page that a toast covers. */
const coveredBy = (toast: Locator) =>
  toast.evaluate((element) => {
    const over = element.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(h2, p, a, button, img, svg)')]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return over.left < right && left < over.right && over.top < bottom && top < over.bottom
      })
      .map((one) => one.outerHTML.slice(0, 80))
  })

/** Waits until scrolling and animations have ended. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

test('the announcement of the end of a module or course is visible, and no toast covers it or a button', async ({
  visit,
}) => {
  for (const width of widths) {
    const viewport = { width, height: width === 360 ? 740 : 800 }
    for (const name of ['module-end', 'course-end-sheet']) {
      await test.step(`${name}, at ${width} px`, async () => {
        const page = await visit(screenNamed(name), { colorScheme: 'light', viewport })
        const end = page.getByRole('region', { name: / completed: / })
        await expect(end.getByRole('heading')).toBeFocused()
        const toast = page.getByRole('article', { name: 'Lesson completed' })
        await expect(toast).toBeInViewport()
        await settle(page)
        expect(await coveredBy(toast)).toEqual([])
        expect((await boxOf(toast)).left).toBeLessThan(width / 2)
        if (name === 'module-end') return

        // The end of a course fills the window below the bar.
        await expect(end.getByText('Next course')).toBeInViewport()
        const { top, bottom } = await boxOf(end)
        const bar = width === 360 ? 57 : 65
        expect(Math.abs(top - bar)).toBeLessThanOrEqual(1)
        expect(bottom).toBeGreaterThanOrEqual(viewport.height - 1)
        await expect(end.getByText(/^Completed on /)).toBeInViewport()
      })
    }
  }
})

test('the message that replaces the notes is centred on the page', async ({ visit }) => {
  for (const name of ['notes-empty', 'notes-error', 'notes-needs-connection']) {
    const page = await visit(screenNamed(name), {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    })
    const main = page.getByRole('main')
    const { left, right } = await boxOf(main.getByRole('heading', { level: 2 }))
    const whole = await boxOf(main)
    expect(Math.abs(left + right - whole.left - whole.right) / 2, name).toBeLessThanOrEqual(1)
  }
})

test('the button that quotes a passage never covers it, the list of keys fits a window, and a phone keeps the buttons of a lesson on one line', async ({
  visit,
}) => {
  await test.step('the button that quotes a passage never covers it', async () => {
    const page = await visit(screenNamed('lesson-reading'), {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    })
    const paragraph = page.locator('.md-content p').nth(4)
    const buttons = page.getByRole('button', { name: 'Add note' })
    for (const block of ['start', 'end'] as const) {
      await page.evaluate(() => getSelection()?.removeAllRanges())
      await expect(buttons).toHaveCount(1)
      await paragraph.evaluate((element, at) => {
        element.scrollIntoView({ block: at })
        getSelection()?.selectAllChildren(element)
      }, block)
      await expect(buttons).toHaveCount(2)
      const [button, text] = [await boxOf(buttons.last()), await boxOf(paragraph)]
      expect(button.bottom <= text.top || button.top >= text.bottom, block).toBe(true)
      expect(button.top >= 0 && button.bottom <= 800, block).toBe(true)
    }
  })

  await test.step('the list of keys has two columns, and fits a window', async () => {
    const page = await visit(screenNamed('shortcuts-sheet'), {
      colorScheme: 'light',
      viewport: { width: 1280, height: 800 },
    })
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const lefts = await dialog
      .getByRole('heading', { level: 3 })
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(2)
    expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    await expect(dialog.getByText('Move in the results')).toBeVisible()
  })

  await test.step('a lesson keeps its buttons and its menu on one line on a phone', async () => {
    for (const width of [360, 320]) {
      const page = await visit(screenNamed('lesson-completed'), {
        colorScheme: 'light',
        viewport: { width, height: 740 },
      })
      const next = page.getByRole('link', { name: 'Next Lesson' })
      const menu = page.getByRole('button', { name: 'Lesson options' })
      const [link, dots] = [await boxOf(next), await boxOf(menu)]
      expect(dots.top).toBeLessThan(link.bottom)
      expect(link.right).toBeLessThanOrEqual(dots.left)
    }
  })
})

test('a disabled button is flat and grey, in light and in dark', async ({ visit }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await visit(screenNamed('profile'), { colorScheme })
    const disabled = await page.locator('main button').evaluateAll((buttons) =>
      buttons
        .filter((button) => button.textContent !== '')
        .map((button) => {
          button.style.transition = 'none'
          button.setAttribute('aria-disabled', 'true')
          const { backgroundColor, color, cursor } = getComputedStyle(button)
          const grey = getComputedStyle(button.closest('main')?.querySelector('time, dt') ?? button)
          return { backgroundColor, cursor, isGrey: color === grey.color }
        }),
    )
    expect(disabled.length).toBeGreaterThan(5)
    for (const look of disabled) {
      expect(look).toEqual({
        backgroundColor: 'rgba(0, 0, 0, 0)',
        cursor: 'not-allowed',
        isGrey: true,
      })
    }
  }
})

test('on a narrow phone and in a low window, the countdown, the buttons of a dialog and a toast fit', async ({
  visit,
}) => {
  const narrow = { width: 320, height: 640 }
  await test.step('the countdown to the next lesson fits the player', async () => {
    const page = await visit(screenNamed('video-next-up'), {
      colorScheme: 'light',
      viewport: narrow,
    })
    const cover = page.getByRole('region', { name: 'Next lesson' })
    expect(await cover.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    expect(await boxOf(cover.getByRole('button').first())).toMatchObject({
      top: (await boxOf(cover.getByRole('button').last())).top,
    })
  })

  await test.step('the buttons of a dialog are visible in a low window', async () => {
    for (const name of ['profile-delete-sheet', 'community-report']) {
      const viewport = { width: 740, height: 360 }
      const page = await visit(screenNamed(name), { colorScheme: 'light', viewport })
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button').last(), name).toBeInViewport({ ratio: 1 })
    }
  })

  await test.step('a toast with a button stays within the window', async () => {
    const page = await visit(screenNamed('module-end'), { colorScheme: 'light', viewport: narrow })
    const toast = page.getByRole('article', { name: 'Lesson completed' })
    await expect(toast).toBeInViewport()
    await settle(page)
    const { left, right } = await boxOf(toast)
    expect([left >= 8, right <= 312]).toEqual([true, true])
  })
})
