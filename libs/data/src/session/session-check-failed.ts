/** Where a screen for people who signed in would be, when nobody could say whether they are. */
export const CHECK_FAILED = {
  title: 'Connection Error',
  message:
    'The server did not answer when we checked your sign-in. You have not been signed out. Please try again.',
} as const
