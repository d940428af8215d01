import React from 'react'

/** Makes rendering in tests faster: turns off computations of jsdom and React that no test needs. */
export function renderLightly(): void {
  computeOwnStyles()
  skipOwnerStacks()
}

/**
 * Makes the computed style of an element its own `style`. A query by role reads the styles of each element and its
 * ancestors, and jsdom compares each of them with all style sheets, which takes most of a test's time. So queries also
 * find elements that a style sheet hides, but not those that an attribute or their own style hides.
 */
function computeOwnStyles(): void {
  const closed = document.createElement('dialog').style
  closed.display = 'none'
  const ownStyle = (element: Element) =>
    element instanceof HTMLDialogElement && !element.open ? closed : (element as HTMLElement).style
  // Testing Library uses the document's window, which is not the global object.
  for (const page of [window, document.defaultView]) if (page) page.getComputedStyle = ownStyle
}

/** Makes React believe that it has stored the code lines of ten thousand elements for warnings, so that it pauses. */
function skipOwnerStacks(): void {
  Object.defineProperty(
    Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
    'recentlyCreatedOwnerStacks',
    { configurable: true, get: () => 10_000, set: () => {} },
  )
}
