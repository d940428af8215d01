/** A letter of a script whose words stand in runs, or have endings (rules/learning#search-in-runs). */
export const IN_RUNS =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}]/u
