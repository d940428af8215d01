/** Said at the door of the portal where the browser keeps nothing for the site (rules/data#device). */
export const PORTAL_NO_STORAGE =
  'This browser keeps nothing for this site. You stay signed in until this page is closed or loaded again. Drafts, and copies for when you are offline, are not kept.'

/** The same at the door of the back-office. */
export const BACK_OFFICE_NO_STORAGE =
  'This browser keeps nothing for this site. You stay signed in until this page is closed or loaded again, and the learner portal asks you to sign in of its own. Drafts are not kept.'
