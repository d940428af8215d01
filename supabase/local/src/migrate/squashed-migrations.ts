/**
 * The last migration that was not rewritten since; data from before the squash has the tables that exist
 * after it.
 */
export const LAST_OF_THE_SQUASH = '20261101002500'

/**
 * For the checksum of each migration that was rewritten on 22 November 2026, the last commit with its earlier
 * content.
 */
const LAST_COMMITS: Readonly<Record<string, string>> = {
  '65b07d7077c6d568eedf05d3d36d72345cc0f4e63a7d3b1b2581ecb091b21c91': 'ff0081c',
  '835bf7294df694fef02a0c20dd795d70a7e9e82bd7f1bb09433d586cc4f0fbe1': '71fd947',
  '6577b3e6f3e28a8c2133d104a82f872bb948d7c5e971f3848618797863dbc222': 'd7cdf56',
  eef99cc771137c73e165c9e174b9c0e4150cea4afa8f737b01c15e464f025a4d: 'a2a277b',
}

/**
 * Returns sentences about data from before the migrations were rewritten; undefined for other data.
 * @param checksums of the database's migrations
 */
export function squashedDataNotice(checksums: readonly (string | null)[]): string | undefined {
  const commit = checksums.flatMap((sum) => (sum && LAST_COMMITS[sum]) || [])[0]
  if (!commit) return undefined
  return (
    'This data was made by Rookies of 22 November 2026 or before, and nothing in it was changed now. ' +
    'npm run bring-over takes all of it into a new folder that this version opens; docs/older-data.md says how. ' +
    `To look into it as it is, use the version of that day: git checkout ${commit}.`
  )
}
