const ATTRIBUTE = `(?:[#.][\\w-]+|[\\w-]+="[^"{}]*")`
const LIST = `\\{:?[ \\t]*(${ATTRIBUTE}(?:[ \\t]+${ATTRIBUTE})*)[ \\t]*\\}`
const AFTER_ELEMENT = new RegExp(`^${LIST.replace(':?', ':')}`)
const AT_END_OF_HEADING = new RegExp(`[ \\t]*${LIST}[ \\t]*$`)
const LAST_LINE = new RegExp(`\\n[ \\t]*${LIST.replace(':?', ':')}\\s*$`)
const ON_OWN_LINE = new RegExp(`^\\s*${LIST.replace(':?', ':')}\\s*$`)
const HEADING = /^H[1-6]$/

function apply(list: string, element: Element): void {
  for (const [, mark, name] of list.matchAll(/(?:^|\s)([#.])([\w-]+)/g)) {
    if (name === undefined) continue
    if (mark === '#') element.id = name
    else element.classList.add(name)
  }
}

function textNodes(root: Node): Text[] {
  const found: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.includes('{')) found.push(node)
  }
  return found
}

/** Returns the list at the end of a heading, or on the last line of a paragraph. */
function atEnd(node: Text, parent: Element): RegExpExecArray | null {
  if (node.nextSibling !== null) return null
  if (HEADING.test(parent.tagName)) return AT_END_OF_HEADING.exec(node.data)
  return parent.tagName === 'P' ? LAST_LINE.exec(node.data) : null
}

/**
 * Applies kramdown's attribute lists: `{: #id .class}` after an element or on a line below a block, and `{#id}` at
 * the end of a heading. Ids and classes are set on the element; other attributes are dropped. Code is not changed.
 */
export function applyAttributeLists(root: ParentNode & Node): void {
  for (const node of textNodes(root)) {
    const parent = node.parentElement
    if (parent === null || parent.closest('code, pre, kbd, samp') !== null) continue
    const before = node.previousSibling
    const alone = before === null && node.nextSibling === null ? ON_OWN_LINE.exec(node.data) : null
    const after = before instanceof Element ? AFTER_ELEMENT.exec(node.data) : null
    const end = atEnd(node, parent)
    if (alone?.[1] !== undefined && parent.tagName === 'P' && parent.previousElementSibling) {
      apply(alone[1], parent.previousElementSibling)
      parent.remove()
    } else if (after?.[1] !== undefined && before instanceof Element) {
      apply(after[1], before)
      node.data = node.data.slice(after[0].length)
    } else if (end?.[1] !== undefined) {
      apply(end[1], parent)
      node.data = node.data.slice(0, end.index)
    }
  }
}
