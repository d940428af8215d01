/** Returns the address that opens an invite (rules/invites#invite); `origin` is the portal's. */
export function inviteLink(origin: string, token: string): string {
  return `${origin}/invite/${encodeURIComponent(token)}`
}
