/**
 * Returns the landmark that contains a button. The button's menu or panel is mounted there, so that people who
 * navigate by landmarks find it.
 */
export function findLandmark(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('.ant-modal-content, main, header') ?? document.body
}
