import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

/**
 * Adds the page to a query's error only at the end. Testing Library would print it for each attempt of a waiting query.
 */
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? undefined)
      : getElementError(message, container),
})
