/** Paths that are not pages of the portal: the back-office, services, what the embedded backend plays, files. */
const OTHERS =
  /^\/(?:admin|moderator|auth|rest|realtime|storage|functions|graphql|health|assets)(?:\/|$)|^\/_(?:mail|ci)|\.\w+$/

/** Returns whether a path is a page of the portal, which is every path that `OTHERS` does not match. */
export function isPortalPath(path: string): boolean {
  try {
    return !OTHERS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
