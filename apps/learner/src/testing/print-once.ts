import { configure, getConfig } from '@testing-library/react'

const { getElementError } = getConfig()

/** Prints the page when a query has failed. An attempt of a query that goes on waiting would print it each time. */
configure({
  getElementError: (message, container) =>
    Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      ? new Error(message ?? undefined)
      : getElementError(message, container),
})
