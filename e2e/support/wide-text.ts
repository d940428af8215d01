/** A word that is wider than a phone. */
export const WIDE_WORD = 'ANameOfAClassThatNobodyWillEverSayInOneBreathAndThatHasNoPlaceToBreak'
export const WIDE_CODE = `const everythingThatIsLongerThanAPhoneIsWide = (value) => value ?? '<${WIDE_WORD}>'`

/** Markdown with a tag, a long word, a long line of code, and a wide table. */
export const WIDE_MARKDOWN = `Why does my <form> reload when I press <button>? It says ${WIDE_WORD}, and \`${WIDE_CODE}\`.

\`\`\`js
${WIDE_CODE}
\`\`\`

| Browser | What it says | ${WIDE_WORD} |
| ------- | ------------ | ------------ |
| Firefox | Everything   | Nothing      |
`
