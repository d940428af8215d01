import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

/**
 * Adds the page to the error of a failed query only once, at the end. While a query waits, Testing Library would print
 * the page for each attempt.
 */
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? undefined)
      : getElementError(message, container),
})
