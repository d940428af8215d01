import transliterate from '@sindresorhus/transliterate'
import { SLUG_MAX } from './course-form'

/**
 * The slug that a title suggests: lowercase, accents taken off, letters of other alphabets spelled out (ł, ß, Cyrillic,
 * Greek), other symbols removed, spaces and repeated hyphens collapsed into single hyphens, none at the ends, 50
 * characters at most. A title without a letter that can be spelled out gives the empty string.
 */
export function slugFromTitle(title: string): string {
  return spelled(title)
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}

/** Small letters of languages that are written in them, of which the library knows nothing. */
const SPELLED: [string, string][] = Object.entries({
  // African languages, Sami and Azerbaijani.
  ...{
    ŋ: 'ng',
    ə: 'e',
    ǝ: 'e',
    ƒ: 'f',
    ɓ: 'b',
    ɗ: 'd',
    ɖ: 'd',
    ƙ: 'k',
    ƴ: 'y',
    ɛ: 'e',
    ɔ: 'o',
    ɣ: 'g',
  },
  ...{
    ʋ: 'v',
    ɩ: 'i',
    ɨ: 'i',
    ʉ: 'u',
    ʊ: 'u',
    ɲ: 'ny',
    ŧ: 't',
    ǥ: 'g',
    ʒ: 'z',
    ĸ: 'k',
    ƀ: 'b',
    ƶ: 'z',
  },
  // Serbian and Macedonian.
  ...{ ђ: 'dj', ј: 'j', ћ: 'c', џ: 'dz', ѕ: 'dz' },
  // Kazakh, Kyrgyz, Tatar, Bashkir, Tajik, Mongolian and their neighbours.
  ...{
    ә: 'a',
    ғ: 'g',
    җ: 'j',
    ҙ: 'z',
    қ: 'q',
    ҡ: 'q',
    ҝ: 'g',
    ң: 'ng',
    ҥ: 'ng',
    ө: 'o',
    ҫ: 's',
    ү: 'u',
    ұ: 'u',
  },
  ...{ ҳ: 'h', һ: 'h', ҷ: 'j', ҹ: 'j', ӡ: 'dz', ӕ: 'ae', ҕ: 'g', ҭ: 't', ҟ: 'k' },
})

/** Accents of Latin letters go, so that ö is o; letters of which nothing is left without them are spelled out. */
function spelled(title: string): string {
  const latin = title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\p{ASCII}]+/gu, (text) => transliterate(text))
  return transliterate(latin.normalize('NFKD').replace(/\p{M}/gu, ''), {
    customReplacements: SPELLED,
  })
}

/** The slug for a title that suggests none: `course-12` beside eleven courses, or a higher number where that is taken. */
export function numberedSlug(word: string, taken: readonly string[]): string {
  let number = taken.length + 1
  while (taken.includes(`${word}-${number}`)) number += 1
  return `${word}-${number}`
}

/**
 * The slug after a title was typed on: follows the title as long as the slug has no form of its own. `numbered`
 * stands for a title that suggests none.
 */
export function slugAfterTitle(
  slug: string,
  titleBefore: string,
  title: string,
  numbered: string,
): string {
  const proposed = (text: string) => slugFromTitle(text) || (text.trim() && numbered)
  return slug === '' || slug === proposed(titleBefore) ? proposed(title) : slug
}
