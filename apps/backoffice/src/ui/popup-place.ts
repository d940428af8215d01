/**
 * Where a field's popup is mounted: in its dialog, which makes everything outside inert, or in the main landmark,
 * where people who navigate by landmarks find it.
 */
export function popupPlace(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('.ant-modal-content, main') ?? document.body
}
