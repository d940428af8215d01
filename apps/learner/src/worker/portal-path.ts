/** The back-office, the services of the project, the mailbox of a local one, and files. */
const OTHERS =
  /^\/(?:admin|moderator|auth|rest|realtime|storage|functions|graphql|health|assets)(?:\/|$)|^\/_mail|\.\w+$/

/** In: the path of an address. Out: whether a page of the portal is there; all that is nobody else's is. */
export function isPortalPath(path: string): boolean {
  try {
    return !OTHERS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
