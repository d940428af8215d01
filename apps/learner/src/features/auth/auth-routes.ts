/**
 * The auth screens are one bundle: they are small and share most of their code. As separate files, each would add a
 * name to the list of files that every lesson loads.
 */

export { default as account } from './account-screen'
export { default as joinCohort } from './cohort-link-page'
export { default as confirmEmail } from './confirm-email-page'
export { default as forgotPassword } from './forgot-password-page'
export { default as invite } from './invite-page'
export { default as join } from './join-page'
export { default as resetPassword } from './reset-password-page'
export { default as secondFactor } from './second-factor-page'
export { default as signUp } from './sign-up-page'
export { default as unsubscribe } from './unsubscribe-page'
