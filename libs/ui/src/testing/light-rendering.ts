import React from 'react'

/** Leaves out what jsdom and React compute for each element although no test needs it. */
export function renderLightly(): void {
  computeOwnStyles()
  forgetPlaces()
}

/**
 * Makes the computed style of an element its own `style`. A query by role reads the styles of each element and its
 * ancestors, and jsdom compares each of them with all style sheets, which takes most of a test's time. Tests therefore
 * find what a style sheet hides. They do not find what attributes or the element's own style hide.
 */
function computeOwnStyles(): void {
  const closed = document.createElement('dialog').style
  closed.display = 'none'
  const ownStyle = (element: Element) =>
    element instanceof HTMLDialogElement && !element.open ? closed : (element as HTMLElement).style
  // Testing Library asks the document's window, which is not the global object.
  for (const page of [window, document.defaultView]) if (page) page.getComputedStyle = ownStyle
}

/** React remembers the line of code of each element, for its warnings. It stops for a while after ten thousand. */
function forgetPlaces(): void {
  Object.defineProperty(
    Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
    'recentlyCreatedOwnerStacks',
    { configurable: true, get: () => 10_000, set: () => {} },
  )
}
