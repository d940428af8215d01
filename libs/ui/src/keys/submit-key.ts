/**
 * Lets Ctrl or Cmd with Enter press the button of the form in whose field the person types
 * (rules/interface#shortcuts). A field that uses these keys itself prevents the default.
 */
export function submitByKey(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (event.repeat || event.isComposing || event.defaultPrevented) return
    const form = event.target instanceof Element ? event.target.closest('form') : null
    // The button of a dialog can be outside of its form element, so it is found among the form's controls.
    const button = form && [...form.elements].find(isSubmitButton)
    if (!button) return
    event.preventDefault()
    if (button.getAttribute('aria-disabled') !== 'true') button.click()
  })
}

const isSubmitButton = (element: Element): element is HTMLButtonElement =>
  element instanceof HTMLButtonElement && element.type === 'submit'
