/** Shown on the portal's sign-in screens if the browser stores nothing for the site (rules/data#device). */
export const PORTAL_NO_STORAGE =
  'This browser keeps nothing for this site. You stay signed in until this page is closed or loaded again. Drafts, and copies for when you are offline, are not kept.'

/** Shown on the back-office's sign-in screen in the same case. */
export const BACK_OFFICE_NO_STORAGE =
  'This browser keeps nothing for this site. You stay signed in until this page is closed or loaded again, and the learner portal asks you to sign in of its own. Drafts are not kept.'
