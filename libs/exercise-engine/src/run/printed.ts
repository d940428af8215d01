const MAX_LINES = 200
const MAX_CHARACTERS = 16_000

/** Collects the lines that `console` prints. Drops the lines that exceed the limits (rules/exercise-runs#console). */
export class Printed {
  private lines: string[] = []
  private characters = 0

  get isFull(): boolean {
    return this.lines.length > MAX_LINES || this.characters > MAX_CHARACTERS
  }

  add(text: string): void {
    if (this.isFull) return
    // If the text is shortened here, it exceeds one of the limits.
    for (const line of text.slice(0, MAX_CHARACTERS + MAX_LINES + 1).split('\n')) {
      if (this.lines.length === MAX_LINES || this.characters + line.length > MAX_CHARACTERS) {
        this.lines.push('… The rest was left out')
        this.characters = MAX_CHARACTERS + 1
        return
      }
      this.lines.push(line)
      this.characters += line.length
    }
  }

  take(): string[] | undefined {
    const lines = this.lines
    this.lines = []
    this.characters = 0
    return lines.length > 0 ? lines : undefined
  }
}
