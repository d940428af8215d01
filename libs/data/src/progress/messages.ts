/** Said when no person is signed in at the moment of completing (rules/interface#messages). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/** Beside what is shown as done and has not reached the server yet. */
export const SAVED_WHEN_ONLINE = 'Saved when you are back online'
