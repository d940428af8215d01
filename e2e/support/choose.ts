import { expect, type Locator } from '@playwright/test'

/** Presses an option of an open list, and waits until its field has the focus again. */
export async function pressOption(option: Locator): Promise<void> {
  await option.click()
  // The list returns the focus in a timer. Text that is typed into another field before would end up in this one.
  await option.page().evaluate(() => new Promise((turn) => setTimeout(turn)))
}

/** Chooses an option by its label from the list under a field. */
export async function choose(field: Locator, option: string): Promise<void> {
  const page = field.page()
  // The element of the chosen value covers the field and receives the press.
  await field.locator('xpath=ancestor::*[contains(@class, "ant-select-selector")]').click()
  // A list with many options is filtered by typing.
  if (await field.isEditable()) await field.fill(option)
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  await pressOption(list.locator(`.ant-select-item-option[title=${JSON.stringify(option)}]`))
}

/** Types a day or a point in time into a field; an empty text clears it. */
export async function fillDay(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Tab')
}

/** Finds a course in the list of a dialog and toggles its switch. */
export async function switchCourse(
  dialog: Locator,
  course: { slug: string; title: string },
): Promise<void> {
  await dialog.getByPlaceholder('Search courses...').fill(course.slug)
  // The list is filtered some time later, which moves the switch.
  await expect(dialog.getByRole('switch')).toHaveCount(1)
  await dialog.getByRole('switch', { name: course.title }).click()
}
