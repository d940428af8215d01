import type { Page } from '@playwright/test'

declare global {
  interface Window {
    interactions: { count: number }
  }
}

/**
 * Counts the interactions of a person until the page is left. Each press, key and shortcut counts as one, and so does
 * text that is typed without interruption. Returns a function that returns the number.
 */
export async function countInteractions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { count: 0 }
    window.interactions = seen
    let typing = false
    const count = (isText: boolean) => {
      if (!isText || !typing) seen.count += 1
      typing = isText
    }
    const passive = { capture: true, passive: true }
    window.addEventListener('pointerdown', () => count(false), passive)
    window.addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey, repeat }) => {
        const isModifier = ['Control', 'Meta', 'Shift', 'Alt'].includes(key)
        if (!isModifier && !repeat) count(key.length === 1 && !ctrlKey && !metaKey)
      },
      passive,
    )
  })
  return () => page.evaluate(() => window.interactions.count)
}
