import type { Page } from '@playwright/test'

/** Waits until new controls that save something accept presses, after half a second (rules/interface#presses). */
export async function untilSeen(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => !(animation instanceof CSSAnimation) || animation.animationName !== 'unread',
      ),
  )
}
