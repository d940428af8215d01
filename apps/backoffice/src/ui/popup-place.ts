/**
 * Where what opens under a field belongs: into its dialog, which covers everything outside of it, or into
 * the page's main part, where people who walk from landmark to landmark find it.
 */
export function popupPlace(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>('.ant-modal-content, main') ?? document.body
}
