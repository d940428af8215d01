/** The address that opens an invite (product §9). In: the origin of the product, and the token. */
export function inviteLink(origin: string, token: string): string {
  return `${origin}/invite/${encodeURIComponent(token)}`
}
