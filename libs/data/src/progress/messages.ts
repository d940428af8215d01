/** Shown if nobody is signed in when a lesson is completed (rules/interface#messages). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/** Shown beside changes that the server has not acknowledged yet. */
export const SAVED_WHEN_ONLINE = 'Saved when you are back online'
