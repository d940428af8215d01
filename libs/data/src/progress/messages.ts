/** Said when no person is signed in at the moment of completing (rules/interface#messages). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/** Said where what was done waits for a connection in a browser that does not keep it. */
export const WAITS_IN_PAGE =
  'This browser does not keep what you did. Leave this page open until the connection is back.'

/** Beside what is shown as done and has not reached the server yet. */
export const SAVED_WHEN_ONLINE = 'Saved when you are back online'
