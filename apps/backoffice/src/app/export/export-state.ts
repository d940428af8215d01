/**
 * The router state with which a list begins its export. It is in the history entry and not in the address, so that no
 * link begins one.
 */
export const EXPORT_STATE = { exports: 'csv' }
