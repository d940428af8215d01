/** The address that opens an invite (rules/invites#invite). In: the origin of the product, and the token. */
export function inviteLink(origin: string, token: string): string {
  return `${origin}/invite/${encodeURIComponent(token)}`
}
