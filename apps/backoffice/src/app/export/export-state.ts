/**
 * The router state that makes a list begin its export. It is not part of the address, so that no link can begin an
 * export.
 */
export const EXPORT_STATE = { exports: 'csv' }
