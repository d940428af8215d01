import { make } from './dom'

const BLOCKS = new Set('UL OL P PRE DIV TABLE BLOCKQUOTE DETAILS DL FIGURE HR'.split(' '))

function isBlock(node: Node): boolean {
  return node instanceof Element && BLOCKS.has(node.tagName)
}

/** The check box of a task list item; any other form control is not ours to show. */
function isTask(input: HTMLInputElement): boolean {
  if (input.type !== 'checkbox' || input.previousElementSibling !== null) return false
  const parent = input.parentElement
  const item = parent?.tagName === 'P' ? parent.parentElement : parent
  return item?.tagName === 'LI' && (parent === item || item.firstElementChild === parent)
}

/** Task list items: the box can't be changed and is labelled with the item's own first line. */
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
