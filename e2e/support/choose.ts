import { expect, type Locator } from '@playwright/test'

/** Presses an option of an open list, and waits until its field has the focus back. */
export async function pressOption(option: Locator): Promise<void> {
  await option.click()
  // The list gives the focus back in a timer, and takes with it what is typed into another field by then.
  await option.page().evaluate(() => new Promise((turn) => setTimeout(turn)))
}

/** Chooses from a list that opens under its field, by the words of the option. */
export async function choose(field: Locator, option: string): Promise<void> {
  const page = field.page()
  // What is chosen lies over the field, and takes the press.
  await field.locator('xpath=ancestor::*[contains(@class, "ant-select-selector")]').click()
  // Lists of many options find one by typing.
  if (await field.isEditable()) await field.fill(option)
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await pressOption(list.locator(`.ant-select-item-option[title=${JSON.stringify(option)}]`))
}

/** Fills in a day or a moment, as a person types it; nothing empties it. */
export async function fillDay(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Tab')
}

/** Finds a course in the list of a dialog and turns its switch. */
export async function switchCourse(
  dialog: Locator,
  course: { slug: string; title: string },
): Promise<void> {
  await dialog.getByPlaceholder('Search courses...').fill(course.slug)
  // The list is narrowed down a moment later, and the switch moves with it.
  await expect(dialog.getByRole('switch')).toHaveCount(1)
  await dialog.getByRole('switch', { name: course.title }).click()
}
