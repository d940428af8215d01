import type { Page } from '@playwright/test'

/**
 * Waits until controls that save something accept presses: half a second after they appear (rules/interface#presses).
 */
export async function untilSeen(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) => !(animation instanceof CSSAnimation) || animation.animationName !== 'unread',
      ),
  )
}
