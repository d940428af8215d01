/** Query keys of invites, as those see them who hold the link. */
export const inviteKeys = {
  byToken: (token: string) => ['invites', token] as const,
}
