/** What the harness asks about the objects of the browser, which the language does not have. */
export interface HostValues {
  /** Returns `Node`, `NodeList` for lists of nodes or classes, and '' for other values. */
  kindOf(value: object): 'Node' | 'NodeList' | ''
  isEqual(one: Node, other: Node): boolean
  /** Returns a node as HTML. */
  textOf(node: Node): string
  /** Returns the attributes of an object such as a `DOMRect` whose values are no objects. */
  attributesOf(value: object): [name: string, value: unknown][]
  hasEqualAttributes(one: object, other: object): boolean
}

/** Reads the functions of the browser before a page can replace them. */
export function hostValues(): HostValues {
  const nodeType = getterOf(Node.prototype, 'nodeType')
  const nodeName = getterOf(Node.prototype, 'nodeName')
  const nodeValue = getterOf(Node.prototype, 'nodeValue')
  const outerHtml = getterOf(Element.prototype, 'outerHTML')
  const lengths = [NodeList, HTMLCollection, DOMTokenList].map(({ prototype }) =>
    getterOf(prototype, 'length'),
  )
  const { isEqualNode } = Node.prototype

  const textOf = (node: Node) => {
    const html = outerHtml(node)
    if (typeof html === 'string') return html
    const value = nodeValue(node)
    const name = String(nodeName(node))
    return typeof value === 'string' ? `${name} ${JSON.stringify(value)}` : name
  }
  const hosts: HostValues = {
    kindOf(value) {
      if (nodeType(value) !== undefined) return 'Node'
      return lengths.some((length) => length(value) !== undefined) ? 'NodeList' : ''
    },
    textOf,
    isEqual(one, other) {
      if (Reflect.apply(isEqualNode, one, [other])) return true
      // Their texts can be cut differently.
      const html = outerHtml(one)
      return html !== undefined && html === outerHtml(other)
    },
    attributesOf(value) {
      const found: [string, unknown][] = []
      for (const [name, read] of accessorsOf(value)) {
        const held = read(value)
        if (isPlain(held)) found.push([name, held])
      }
      return found
    },
    hasEqualAttributes(one, other) {
      const left = hosts.attributesOf(one)
      const right = new Map(hosts.attributesOf(other))
      return (
        left.length === right.size &&
        left.every(([name, held]) => right.has(name) && Object.is(held, right.get(name)))
      )
    },
  }
  return hosts
}

const isPlain = (value: unknown) =>
  value !== undefined &&
  (value === null || (typeof value !== 'object' && typeof value !== 'function'))

type Read = (value: object) => unknown

/** Returns a function that reads a property of the browser, and `undefined` where an object does not have it. */
function getterOf(prototype: object, name: string): Read {
  const get = Reflect.getOwnPropertyDescriptor(prototype, name)?.get
  return (value) => {
    try {
      return get && Reflect.apply(get, value, [])
    } catch {
      return undefined
    }
  }
}

/** Returns the accessors of an object's browser classes. They are enumerable, unlike those of classes in code. */
function accessorsOf(value: object): [name: string, read: Read][] {
  const found: [string, Read][] = []
  let prototype = Reflect.getPrototypeOf(value)
  for (let steps = 0; prototype && steps < 100; steps += 1) {
    for (const [name, { get, enumerable }] of Object.entries(
      Object.getOwnPropertyDescriptors(prototype),
    ))
      if (get && enumerable) found.push([name, getterOf(prototype, name)])
    prototype = Reflect.getPrototypeOf(prototype)
  }
  return found
}
