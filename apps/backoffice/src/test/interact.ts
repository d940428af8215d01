import { fireEvent, screen } from '@testing-library/react'

/** Replaces the text of a field. */
export function type(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } })
}

/** Chooses an option of a select field by its label. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  fireEvent.mouseDown(field)
  const options = await screen.findAllByTitle(option)
  const last = options.findLast((found) => found.classList.contains('ant-select-item-option'))
  if (!last) throw new Error(`The list has no ${option}`)
  fireEvent.click(last)
}

/** Types a day or a moment into a date field and leaves it; an empty text clears it. */
export function fillDay(field: HTMLElement, text: string): void {
  fireEvent.focus(field)
  type(field, text)
  fireEvent.blur(field)
}

/**
 * Finds a dialog by its title. antd gives all dialogs the same id in tests, so their accessible names are ambiguous.
 */
export async function findDialog(title: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name: title })
  const dialog = heading.closest<HTMLElement>('[role=dialog]')
  if (!dialog) throw new Error(`${title} is not the title of a dialog`)
  return dialog
}
