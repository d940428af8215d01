/** A text with every line end as `\n`. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
