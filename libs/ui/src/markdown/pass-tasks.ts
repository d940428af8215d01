import { make } from './dom'

const BLOCKS = new Set('UL OL P PRE DIV TABLE BLOCKQUOTE DETAILS DL FIGURE HR'.split(' '))

function isBlock(node: Node): boolean {
  return node instanceof Element && BLOCKS.has(node.tagName)
}

/** Returns whether an input is the check box of a task list; other form controls are removed. */
function isTask(input: HTMLInputElement): boolean {
  if (input.type !== 'checkbox' || input.previousElementSibling !== null) return false
  const parent = input.parentElement
  const item = parent?.tagName === 'P' ? parent.parentElement : parent
  return item?.tagName === 'LI' && (parent === item || item.firstElementChild === parent)
}

/** Makes the check boxes of task lists read-only, and labels each with the first line of its item. */
export function labelTasks(root: ParentNode): void {
  for (const input of root.querySelectorAll('input')) {
    if (!isTask(input)) {
      input.remove()
      continue
    }
    const label = make('label', 'md-task')
    input.disabled = true
    input.removeAttribute('value')
    input.closest('li')?.classList.add('md-task-item')
    input.replaceWith(label)
    let next = label.nextSibling
    label.append(input)
    while (next !== null && !isBlock(next)) {
      const node = next
      next = node.nextSibling
      label.append(node)
    }
  }
}
