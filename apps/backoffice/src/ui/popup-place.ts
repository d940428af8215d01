/**
 * Returns the element in which a field's popup is mounted: the dialog of the field, because everything outside is
 * inert, or else the main landmark, where people who navigate by landmarks find it.
 */
export function popupPlace(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('.ant-modal-content, main') ?? document.body
}
