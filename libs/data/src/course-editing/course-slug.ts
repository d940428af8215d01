import transliterate from '@sindresorhus/transliterate'
import { SLUG_MAX } from './course-form'

/**
 * Returns the slug that a title suggests, at most 50 characters long. Accents are removed, letters of other alphabets
 * are spelled out (ł, ß, Cyrillic, Greek), and everything between letters and digits becomes one hyphen. Returns the
 * empty string for a title without letters and digits of which a slug can be made.
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

/** Lowercase letters that `slugify` would drop, with their spelling. */
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
  // Kazakh, Kyrgyz, Tatar, Bashkir, Tajik, Mongolian and related languages.
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

/** Removes accents from Latin letters, so that ö becomes o, and spells out other letters that the slug would lose. */
function spelled(title: string): string {
  const latin = title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\p{ASCII}]+/gu, (text) => transliterate(text))
  return transliterate(latin.normalize('NFKD').replace(/\p{M}/gu, ''), {
    customReplacements: SPELLED,
  })
}

/** Returns a slug for a title that suggests none: `course-12` after eleven courses, or the next number that is free. */
export function numberedSlug(word: string, taken: readonly string[]): string {
  let number = taken.length + 1
  while (taken.includes(`${word}-${number}`)) number += 1
  return `${word}-${number}`
}

/**
 * Returns the slug after the title has changed: it follows the title until a person edits the slug. `numbered` is used
 * if the title suggests no slug.
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
