/** Query keys of invites, as those see them who hold the link. */
export const inviteKeys = {
  /** The one that waits for the signed-in person. */
  mine: () => ['invites', 'mine'] as const,
  byToken: (token: string) => ['invites', 'token', token] as const,
}
