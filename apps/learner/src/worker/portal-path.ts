/** The back-office, the project's services, the mailbox of the embedded backend, and files. */
const OTHERS =
  /^\/(?:admin|moderator|auth|rest|realtime|storage|functions|graphql|health|assets)(?:\/|$)|^\/_mail|\.\w+$/

/** Returns whether a path is a page of the portal: every path is one that does not belong to something else. */
export function isPortalPath(path: string): boolean {
  try {
    return !OTHERS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
