/**
 * The screens around signing in, as one file: each is small, they share most of what they are made
 * of, and a file for each would be named in what every lesson loads.
 */
export { default as forgotPassword } from './forgot-password-page'
export { default as invite } from './invite-page'
export { default as join } from './join-page'
export { default as resetPassword } from './reset-password-page'
export { default as secondFactor } from './second-factor-page'
export { default as signUp } from './sign-up-page'
