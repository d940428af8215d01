/** Paths that are not pages of the portal: the back-office, services, the mailbox of the embedded backend, files. */
const OTHERS =
  /^\/(?:admin|moderator|auth|rest|realtime|storage|functions|graphql|health|assets)(?:\/|$)|^\/_mail|\.\w+$/

/** Returns whether a path is a page of the portal, which is every path that `OTHERS` does not match. */
export function isPortalPath(path: string): boolean {
  try {
    return !OTHERS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
