/** Returns a text with `\n` as line ends. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
