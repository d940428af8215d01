import { Tokenizer } from 'marked'

const CJK = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\uFF01-\\uFF60]'
const SIGN = '[^\\s*_\\p{L}\\p{N}]'

const WRITTEN_IN_CJK = new RegExp(CJK, 'u')
const ENDS_IN_CJK = new RegExp(`${CJK}$`, 'u')
const OPENS_ON_CJK_SIGN = new RegExp(`^\\*+(?=${CJK})${SIGN}`, 'u')
/** A sign beside stars that have a CJK character on their other side, or that is one itself. */
const BESIDE_STARS = new RegExp(
  `(?<=${CJK}\\*+)${SIGN}|(?<=\\*)(?=${CJK})${SIGN}|${SIGN}(?=\\*+${CJK})|(?=${CJK})${SIGN}(?=\\*)`,
  'gu',
)

/**
 * What marked looks for the ends of emphasis in, with the signs beside CJK text as letters: there no blanks stand
 * around words, so that CommonMark takes `**「本」**を` for no emphasis at all. Same length; text without CJK as it is.
 */
export function emphasisMask(mask: string): string {
  if (!mask.includes('*') || !WRITTEN_IN_CJK.test(mask)) return mask
  return mask.replace(BESIDE_STARS, (sign) => 'a'.repeat(sign.length))
}

/** The same for where emphasis begins. For marked's `tokenizer.emStrong`. */
export function emStrong(
  this: Tokenizer,
  source: string,
  mask: string,
  before = '',
): ReturnType<Tokenizer['emStrong']> {
  const opens =
    source.startsWith('*') && (ENDS_IN_CJK.test(before) || OPENS_ON_CJK_SIGN.test(source))
  return Tokenizer.prototype.emStrong.call(this, source, mask, opens ? '' : before)
}
