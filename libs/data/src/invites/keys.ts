/** Query keys of invites as their recipients see them. */
export const inviteKeys = {
  /** The pending invite of the signed-in person. */
  mine: () => ['invites', 'mine'] as const,
  byToken: (token: string) => ['invites', 'token', token] as const,
}
