/** Replaces a screen for signed-in people if the session could not be checked. */
export const CHECK_FAILED = {
  title: 'Connection Error',
  message:
    'The server did not answer when we checked your sign-in. You have not been signed out. Please try again.',
} as const
