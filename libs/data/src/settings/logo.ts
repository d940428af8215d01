/** The size of a logo in px. */
interface Size {
  width: number
  height: number
}

/** Whether a logo is so wide that it has to contain the name, so that no name stands beside it (rules/settings#logo). */
export const isWordmark = ({ width, height }: Size): boolean => width >= height * 2
