/** Moves all children of one node to the end of another; no limit on how many. */
export function moveChildren(from: Node, to: Node): void {
  for (let child = from.firstChild; child !== null; child = from.firstChild) to.appendChild(child)
}

/** Takes an element away and leaves what it contained in its place. */
export function unwrap(element: Element): void {
  const content = document.createDocumentFragment()
  moveChildren(element, content)
  element.replaceWith(content)
}

/** Puts `wrapper` where `element` stands and `element` into it. */
export function wrap(element: Element, wrapper: Element): void {
  element.replaceWith(wrapper)
  wrapper.append(element)
}

/** A new element with a class and, optionally, text. */
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
