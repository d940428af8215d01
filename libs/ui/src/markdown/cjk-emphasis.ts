import { Tokenizer } from 'marked'

const CJK = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\uFF01-\\uFF60]'
const SIGN = '[^\\s*_\\p{L}\\p{N}]'

const WRITTEN_IN_CJK = new RegExp(CJK, 'u')
const ENDS_IN_CJK = new RegExp(`${CJK}$`, 'u')
const OPENS_ON_CJK_SIGN = new RegExp(`^\\*+(?=${CJK})${SIGN}`, 'u')
/** Matches punctuation beside asterisks, if it or the character on the other side of the asterisks is CJK. */
const BESIDE_STARS = new RegExp(
  `(?<=${CJK}\\*+)${SIGN}|(?<=\\*)(?=${CJK})${SIGN}|${SIGN}(?=\\*+${CJK})|(?=${CJK})${SIGN}(?=\\*)`,
  'gu',
)

/**
 * Replaces punctuation beside CJK text by letters in the text in which marked looks for the end of emphasis. CJK
 * text has no spaces around words, so by CommonMark's rules `**「本」**を` would not be emphasis. The length stays the
 * same, and text without CJK is unchanged.
 */
export function emphasisMask(mask: string): string {
  if (!mask.includes('*') || !WRITTEN_IN_CJK.test(mask)) return mask
  return mask.replace(BESIDE_STARS, (sign) => 'a'.repeat(sign.length))
}

/** Does the same for the beginning of emphasis, as marked's `tokenizer.emStrong`. */
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
