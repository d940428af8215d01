/** Returns a line of git's format `pkt-line`: the number of its bytes in four digits, and the text. */
export const pktLine = (text: string): string =>
  `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

/** The beginning of every answer of git. */
export const REF_LIST_HEAD = `${pktLine('# service=git-upload-pack\n')}0000`

/** Returns what git answers to `info/refs` for a repository with these refs, each as [name, commit], to the end. */
export function refList(refs: readonly (readonly [name: string, sha: string])[]): string {
  const lines = refs.map(([name, sha], place) =>
    pktLine(
      `${sha} ${name}${place === 0 ? '\0multi_ack symref=HEAD:refs/heads/main agent=git/2.48' : ''}\n`,
    ),
  )
  return `${REF_LIST_HEAD}${lines.join('')}0000`
}
