import { expect, test } from '../../support/fixtures'
import { demo } from '../../support/world'

const pages = {
  member: ['/app/dashboard', '/app/communities', '/app/profile', '/app/profile/two-factor'],
  visitor: ['/', '/login', '/signup', '/forgot-password', '/terms', '/privacy'],
} as const

for (const who of ['member', 'visitor'] as const) {
  test(`a ${who}'s pages begin where the logo does, on phones and desktops`, async ({ open }) => {
    const page = await open(who === 'visitor' ? who : demo(who), pages[who][0])
    for (const path of pages[who]) {
      await page.goto(path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      for (const width of [360, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const [logo, title] = await Promise.all(
          [page.getByRole('link', { name: 'Rookies home' }), heading].map((it) => it.boundingBox()),
        )
        expect(title?.x, `${path}, ${width} px wide`).toBeCloseTo(logo?.x ?? -1, 0)
      }
    }
  })
}
