import type { Page } from '@playwright/test'
import { holdRequests } from '../../support/hold-requests'
import { screenNamed } from '../../support/screens'
import { expect, test } from '../../support/visit'

/** If an element moves by more than this many px when the content arrives, people notice it. */
const MAX_MOVE_PX = 16

interface Case {
  /** The state whose skeleton is compared with its content, with the answers of the seed data. */
  state: string
  /** The request whose answer the content needs. */
  call: string
  /** The index of the visible skeleton that `content` replaces; -1 is the last one. */
  ghost: number
  /** The selector of the element that contains the skeletons; the whole page by default. */
  within?: string
  content: string
}

const cases: Case[] = [
  { state: 'library', call: '**/rpc/library*', ghost: 1, content: 'main select' },
  { state: 'communities', call: '**/rpc/my_communities*', ghost: 1, content: 'main article' },
  {
    state: 'community',
    call: '**/rpc/community_feed*',
    ghost: 6,
    content: 'main article header > :first-child',
  },
  {
    state: 'community-post',
    call: '**/rpc/community_thread*',
    ghost: 1,
    content: 'main article header > :first-child',
  },
  {
    state: 'community-members',
    call: '**/rpc/community_people*',
    ghost: 2,
    content: 'main li > :first-child',
  },
  { state: 'profile', call: '**/rest/v1/profiles*', ghost: 5, content: 'main section h2' },
  {
    // A lesson whose title takes two lines on a phone in every version of the browser, like the skeleton.
    state: 'lesson-free-preview',
    call: '**/rpc/course_outline*',
    ghost: -1,
    content: 'main article > :nth-child(2)',
  },
  {
    state: 'lesson-video',
    call: '**/rest/v1/lessons?*',
    ghost: 0,
    // Outside of this element, the outline may still show skeletons.
    within: 'main article',
    content: 'main article > :nth-child(2) > :first-child',
  },
]

/** Returns the bounding boxes of the visible elements that match a selector. */
const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0)
      .map((one) => {
        const { top, left, right } = one.getBoundingClientRect()
        return { top: Math.round(top + scrollY), left, right }
      }),
  )

/** Waits for the visible element with this index among those that match, and returns its box. */
async function boxAt(page: Page, selector: string, place: number) {
  let box: Awaited<ReturnType<typeof boxes>>[number] | undefined
  await expect(async () => {
    box = (await boxes(page, selector)).at(place)
    expect(box).toBeDefined()
  }).toPass()
  if (!box) throw new Error('nothing to compare')
  return box
}

for (const person of new Set(cases.map(({ state }) => screenNamed(state).as))) {
  test(`content that the ${person} opens appears at the place of its skeleton, on a phone and a desktop`, async ({
    pagePool,
    storages,
  }) => {
    const pooled = await pagePool.acquire(storages.get(person) ?? {})
    const { page } = pooled
    pooled.dirty = true
    for (const { state, call, ghost, within = 'body', content } of cases) {
      const { as, path } = screenNamed(state)
      if (as !== person) continue
      for (const width of [360, 1280]) {
        await test.step(`${state}, at ${width} px`, async () => {
          await page.setViewportSize({ width, height: 800 })
          const release = await holdRequests(page, call)
          // When the page makes the held request, skeletons that wait for earlier requests are gone.
          const asked = page.waitForRequest(call)
          await page.goto(path)
          await asked
          await page.evaluate(() => document.fonts.ready)
          const before = await boxAt(page, `${within} [class*="skeleton"]`, ghost)
          await release()
          const after = await boxAt(page, content, 0)
          expect(Math.abs(after.top - before.top), 'px that it moves').toBeLessThanOrEqual(
            MAX_MOVE_PX,
          )
        })
      }
    }
    await pagePool.release(pooled)
  })
}
