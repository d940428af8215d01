/** Returns the value of a form's field, or an empty string if the form has no such field. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
}
