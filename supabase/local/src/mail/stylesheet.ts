/** The styles of the pages at /_mail: the product's colours and fonts, light and dark. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --text: #211e1a; --muted: #645d52; --border: #e4ddd0; --control: #8d8577;
  --surface: #faf7f2; --raised: #ffffff; --sunken: #f1ece3; --accent: #17694d; --on-accent: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #ece7de; --muted: #aaa296; --border: #383329; --control: #827a6c;
    --surface: #171512; --raised: #211e1a; --sunken: #100e0c; --accent: #7dd3ac; --on-accent: #0a2a1e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--surface); color: var(--text);
  font: 1.0625rem/1.6 Figtree, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 52rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; }
h1 { margin: 0 0 0.25rem; font-size: 1.9375rem; line-height: 1.2; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.4; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { margin-bottom: 1.5rem; }
header p, time, .to, .empty { color: var(--muted); }
nav { margin-bottom: 1.25rem; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; margin-bottom: 1.5rem; }
label { font-weight: 600; }
input, button { min-height: 2.5rem; padding: 0 0.875rem; border-radius: 6px; font: inherit; }
input {
  flex: 1 1 12rem; min-width: 0; border: 1px solid var(--control);
  background: var(--raised); color: var(--text);
}
button { border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
.mails { margin: 0; padding: 0; list-style: none; border: 1px solid var(--border); border-radius: 18px; background: var(--raised); overflow: hidden; }
.mails li + li { border-top: 1px solid var(--border); }
.mail {
  display: grid; grid-template-columns: 1fr auto; gap: 0 1rem;
  padding: 0.875rem 1.25rem; color: inherit; text-decoration: none; outline-offset: -2px;
}
.mail:hover { background: var(--sunken); }
.mail:hover .subject { text-decoration: underline; }
.subject { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere; }
.to { overflow-wrap: anywhere; }
.to, .mail time { font-size: 0.9375rem; }
.empty { padding: 2rem 1.25rem; border: 1px dashed var(--control); border-radius: 18px; text-align: center; }
.code code {
  padding: 0.25rem 0.75rem; border-radius: 6px; background: var(--sunken);
  font: 600 1.25rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.12em;
}
iframe { display: block; width: 100%; height: 38rem; margin-bottom: 1.5rem; border: 1px solid var(--border); border-radius: 18px; background: #ffffff; }
.links { margin: 0; padding-left: 1.25rem; overflow-wrap: anywhere; }
`
