/** Moves all children of one node to the end of another, however many there are. */
export function moveChildren(from: Node, to: Node): void {
  for (let child = from.firstChild; child !== null; child = from.firstChild) to.appendChild(child)
}

/** Removes an element and keeps its children in its place. */
export function unwrap(element: Element): void {
  const content = document.createDocumentFragment()
  moveChildren(element, content)
  element.replaceWith(content)
}

/** Replaces `element` by `wrapper` and puts it inside. */
export function wrap(element: Element, wrapper: Element): void {
  element.replaceWith(wrapper)
  wrapper.append(element)
}

/** Creates an element with a class and, optionally, a text. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  if (text !== '') element.textContent = text
  return element
}
