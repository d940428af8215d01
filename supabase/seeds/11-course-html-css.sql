-- Why: the course that member@rookies.test is in the middle of. Made by the administrator; published.
-- It shows videos of Mux and Cloudflare beside YouTube.

insert into public.courses (id, title, slug, description, author_name, author_description, category, status, created_by_id, created_at, updated_at)
values (
  'c0000000-0000-4000-8000-000000000002',
  'HTML and CSS: Pages That Hold',
  'html-css-pages-that-hold',
  'Build pages that work on a phone in the sun, with a keyboard, and in five years'' time. Meaning first, then looks: semantic HTML, forms people can fill in, and CSS with a plan.',
  'Miriam Adeyemi',
  'Miriam built her first page in 1998 and it still opens. She leads the bootcamp, and tests every page with the mouse unplugged.',
  'Web',
  'PUBLISHED',
  'a0000000-0000-4000-8000-000000000001',
  now() - interval '330 days',
  now() - interval '3 days'
);

insert into public.modules (id, course_id, index, title, created_at, updated_at)
select m.id::uuid, 'c0000000-0000-4000-8000-000000000002', m.index, m.title, now() - interval '329 days', now() - interval '329 days'
from (values
  ('b0000000-0000-4000-8000-000000000201', 0, 'Structure first'),
  ('b0000000-0000-4000-8000-000000000202', 1, 'Forms people can fill in'),
  ('b0000000-0000-4000-8000-000000000203', 2, 'Style with a plan'),
  ('b0000000-0000-4000-8000-000000000204', 3, 'Pages that hold')
) as m (id, index, title);

-- Module 1: Structure first ------------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000020101', 'b0000000-0000-4000-8000-000000000201', 0,
 'What a page is made of', 'TEXT', 480, true,
 'Three languages, three jobs, and the smallest page that is a real one.',
$md$## Three languages, three jobs

| Language | Answers | Example |
|---|---|---|
| HTML | what *is* this? | a heading, a list, a button |
| CSS | how does it *look*? | large, dark blue, on the left |
| JavaScript | what does it *do*? | it opens, counts, checks |

Take the JavaScript away, and a good page can still be used. Take the CSS away too, and it can still be read. Take the HTML away and there is nothing. That's why we begin there.

## The smallest real page

Save this as `index.html` and open it in a browser:

```html
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Bread for beginners</title>
  </head>
  <body>
    <h1>Bread for beginners</h1>
    <p>Flour, water, salt and <strong>time</strong>.</p>
  </body>
</html>
```

Every line earns its place:

- `<!doctype html>` asks the browser for its modern rules.
- `lang="en"` tells a screen reader how to pronounce the words, and a translator what to translate from.
- `charset` makes sure that *Żółciński* arrives as *Żółciński*.
- `viewport` stops phones from pretending that they are a metre wide.
- `title` is what stands in the tab, in a bookmark and in a search result.

## Tags, elements, attributes

```html
<a href="https://example.org/flour">Which flour?</a>
```

`<a>` is the *opening tag*, `</a>` the *closing tag*, all of it together is an *element*, and `href` is an *attribute* with a value. You now know the whole grammar. What remains is vocabulary, and you need about thirty words for nearly every page.

## Try it

- [ ] Open your page, press <kbd>F12</kbd>, and find your paragraph in the inspector
- [ ] Change the text there; reload; see that your change is gone (you only changed the browser's copy)
- [ ] Remove `charset`, write *Żółciński* in the page, reload. Put it back
$md$),

('e0000000-0000-4000-8000-000000020103', 'b0000000-0000-4000-8000-000000000201', 2,
 'Headings, landmarks and lists', 'TEXT', 600, false,
 'The outline of a page is something that people can hear.',
$md$## Somebody is listening to your page

People who use a screen reader don't listen from top to bottom any more than you read from top to bottom. They jump: to the next heading, to the navigation, to the main part. They can, if you told the browser which is which.

## Headings are an outline

```text
h1  Bread for beginners
  h2  What you need
  h2  Step by step
    h3  Mixing
    h3  Waiting
  h2  Questions
```

Three rules:

1. One `h1`: what this page is about.
2. Don't skip a level on the way down.
3. Choose the level by its place in the outline, never by its size. Size is CSS's job.

## Landmarks

```html
<body>
  <header>…logo, search…</header>
  <nav aria-label="Main">…links…</nav>
  <main>
    <h1>Bread for beginners</h1>
    <article>…</article>
    <aside>…related…</aside>
  </main>
  <footer>…contact…</footer>
</body>
```

A `div` means nothing, and that is what it's for: use it when you need a box for the looks and no other element fits.

## Which list?

| You have | Use |
|---|---|
| things in any order | `<ul>` |
| steps, a ranking | `<ol>` |
| terms and what they mean | `<dl>` |
| figures in rows and columns | `<table>`, with `<th>` for the headings |

A navigation is a list as well: a screen reader says "list, five items", and the listener knows how much there is.

## Try it

Open a news site that you like and look at its headings. Most inspectors have an *Accessibility* panel that shows them. Write the outline down as above.

<details>
<summary>What you will probably find</summary>

A level that is missing, an `h1` around the logo on every page, and at least one large text that is no heading at all. You'll find the same in your own work in a month; that's normal. Run the check before you publish.

</details>
$md$),

('e0000000-0000-4000-8000-000000020104', 'b0000000-0000-4000-8000-000000000201', 3,
 'Links and images that say what they are', 'TEXT', 540, false,
 'Two elements that everybody knows and most people get half right.',
$md$## Links

A link goes somewhere. A button does something. When you can't decide, ask: *would I want to open it in a new tab?* If so, it's a link.

```html
<!-- says nothing when you hear it by itself -->
<p>To see our opening hours, <a href="/hours">click here</a>.</p>

<!-- says where it goes -->
<p>See our <a href="/hours">opening hours</a>.</p>
```

Screen readers can list all the links of a page. A list of seven times *click here* helps nobody.

## Images

Every image has an `alt`. What goes into it depends on **what the image does there**:

| The image is | `alt` | Example |
|---|---|---|
| information | what it tells | `alt="Dough after one hour: twice as high"` |
| the content of a link or button | where it goes, what it does | `alt="Bakery home page"` |
| decoration | empty | `alt=""` |
| a diagram | the gist, and the details in the text beside it | `alt="Sales double from May to June"` |

An empty `alt` is not the same as none. Empty says "skip this"; none makes some screen readers spell out the file name.

## Leave room for it

```html
<img
  src="loaf.jpg"
  alt="A round loaf with a dark crust, cut open"
  width="1200"
  height="800"
  loading="lazy"
>
```

With `width` and `height` the browser knows the shape before the picture has arrived, and nothing jumps while people are reading. With a line of CSS it still fits on every screen:

```css
img {
  max-width: 100%;
  height: auto;
}
```

`loading="lazy"` lets images further down wait until somebody scrolls there. Leave it off for the large picture at the top.

## Try it

- [ ] Read the `alt` texts of a page aloud in place of its images. Does it still make sense?
- [ ] Find one *click here* or *read more* and write a better one
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, free_preview, description) values
('e0000000-0000-4000-8000-000000020102', 'b0000000-0000-4000-8000-000000000201', 1,
 'Watch: HTML in 100 seconds', 'VIDEO', 'YOUTUBE', 'ok-plXXHlWw', 142, true,
 'Fireship again, at full speed. Pause whenever an element goes by that you haven''t seen, and look it up on MDN. You will have paused perhaps six times.');

-- Module 2: Forms people can fill in ---------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000020201', 'b0000000-0000-4000-8000-000000000202', 0,
 'Labels, inputs and the right keyboard', 'TEXT', 600, false,
 'A form is a conversation. Ask clearly, ask little, and hand people the right pen.',
$md$## Every field has a name that people can see

```html
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" required>
```

`for` and `id` tie the two together. Now a tap on the word puts the cursor into the field, and a screen reader says what the field is for.

A *placeholder* is no label. It's gone as soon as somebody types, so whoever is interrupted by the doorbell comes back to a field without a name.

## Say what kind of thing you want

On a phone, the type decides which keyboard comes up:

| You ask for | Write | On a phone |
|---|---|---|
| e-mail | `type="email"` | with <kbd>@</kbd> |
| phone | `type="tel"` | large digits |
| a code from a message | `inputmode="numeric" autocomplete="one-time-code"` | digits, and the code is offered |
| a date people know by heart | three small fields | no wheel to turn back to 1961 |
| an amount | `inputmode="decimal"` | digits and a comma or point |

`autocomplete` is the kindest attribute there is. With `name`, `email`, `street-address`, `current-password` and `new-password`, browsers and password managers fill in what people have typed a thousand times before.

## Groups

Questions with several answers need a question:

```html
<fieldset>
  <legend>How would you like your bread?</legend>
  <label><input type="radio" name="cut" value="whole"> Whole</label>
  <label><input type="radio" name="cut" value="sliced"> Sliced</label>
</fieldset>
```

## The button

```html
<button type="submit">Order bread</button>
```

It says what will happen. *Submit* and *OK* don't.

## Ask less

For every field, write down what you'll do with the answer. If you can't, take the field out. The most usable field is the one that isn't there.

- [ ] Fill in your form with the keyboard alone: <kbd>Tab</kbd>, <kbd>Space</kbd>, arrows, <kbd>Enter</kbd>
- [ ] Open it on a phone and look at each keyboard
$md$),

('e0000000-0000-4000-8000-000000020202', 'b0000000-0000-4000-8000-000000000202', 1,
 'Errors that help', 'TEXT', 480, false,
 'Say what is wrong, where, and how to put it right. Then get out of the way.',
$md$## Three questions

A good error message answers three questions in one breath: **Where? What? How do I go on?**

| Instead of | Write |
|---|---|
| Invalid input | Enter an address with an @, like ada@example.org |
| Error 422 | There is no 31st of June. Which day did you mean? |
| Password too weak!!! | Use at least 6 characters. You have 4. |
| Something went wrong | We couldn't save your order. Your text is still here; try again in a minute. |

Notice what the right column never does: blame anybody.

## Tie it to the field

```html
<label for="email">E-mail</label>
<input
  id="email" name="email" type="email"
  aria-describedby="email-error"
  aria-invalid="true"
>
<p id="email-error">Enter an address with an @, like ada@example.org</p>
```

`aria-describedby` makes a screen reader read the message together with the field. Don't rely on a red border: one man in twelve sees red differently, and in the sun nobody sees it.

## When?

- **While somebody is typing:** say nothing. An address isn't wrong yet, it just isn't finished.
- **When they leave the field:** you may, if you can be sure.
- **When they send the form:** always. Put the cursor into the first field with an error.
- **Once there is an error:** take the message away as soon as it's put right, not a moment later.

## Never lose what they wrote

If sending fails, everything that was typed is still there. A form that comes back empty is the reason why people write long texts somewhere else first.

## The browser helps, the server decides

`required`, `minlength` and `type="email"` check for free. But anybody can switch those checks off with two clicks in the inspector, so the server checks **everything again**. The browser's checks are a courtesy to honest people. They were never a lock.

- [ ] Send your form empty. Does it say what to do?
- [ ] Switch off the network in the inspector and send it. Is your text still there?
$md$);

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000020203', 'b0000000-0000-4000-8000-000000000202', 2,
 'Reference: every kind of input, on MDN', 'EXTERNAL_LINK', 'https://developer.mozilla.org/en-US/docs/Web/HTML/Element/input', 900,
 'The table at the top shows all the types with a picture of each. Choose three that you have never used, and build a form that needs them.');

-- Module 3: Style with a plan ----------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000020302', 'b0000000-0000-4000-8000-000000000203', 1,
 'The cascade, without tears', 'TEXT', 660, false,
 'Why your rule loses, and how to write CSS in which that question seldom comes up.',
$md$## Who wins?

Several rules often want the same thing from the same element. The browser decides in this order, and stops at the first difference:

1. **Importance and layers.** `!important` beats everything; a later `@layer` beats an earlier one.
2. **Specificity.** How exactly does the selector aim?
3. **Order.** The later rule wins.

Specificity is counted in three columns, read from the left:

| Selector | ids | classes | elements |
|---|---|---|---|
| `p` | 0 | 0 | 1 |
| `.note` | 0 | 1 | 0 |
| `article .note p` | 0 | 1 | 2 |
| `#main` | 1 | 0 | 0 |

One id outranks any number of classes. That is why people who style by id end up writing longer and longer selectors, and finally `!important`.

## How to stay out of the fight

**Style with single classes.** When nearly all your rules count 0-1-0, the order in the file decides, and you can see the order.

```css
.card { padding: 1rem; }
.card-title { font-size: 1.25rem; }
.card-quiet { background: none; }
```

**Say things once, near the top.** Colours and sizes that come up again get a name:

```css
:root {
  --space: 0.25rem;
  --text: #1c1b22;
  --accent: #3b4cca;
}

.button {
  padding: calc(var(--space) * 2) calc(var(--space) * 4);
  background: var(--accent);
}
```

**Let inheritance work for you.** `color`, `font` and `line-height` are handed down from parent to child. Set them on `body` and nearly nowhere else.

## When a rule doesn't work

Open the inspector and click the element. Losing rules are crossed out, the winner stands above them. Ask in this order:

- [ ] Is my rule in the list at all? (If not: a typing mistake, or the file isn't loaded)
- [ ] Is it crossed out? (Then something above it is more specific, or later)
- [ ] Is there a warning sign beside it? (Then the value makes no sense here)
$md$),

('e0000000-0000-4000-8000-000000020303', 'b0000000-0000-4000-8000-000000000203', 2,
 'The box model, and where space comes from', 'TEXT', 540, false,
 'Everything on a page is a box. Know its four layers and spacing stops being guesswork.',
$md$## Four layers

```text
+--------------------- margin ----------------------+
|   +----------------- border ------------------+   |
|   |   +------------- padding -------------+   |   |
|   |   |              content              |   |   |
|   |   +-----------------------------------+   |   |
|   +-------------------------------------------+   |
+---------------------------------------------------+
```

- **padding** is inside: the background fills it
- **border** is the edge
- **margin** is outside: the distance to the neighbours

## One line that everybody writes

By default, `width` means the content only, and padding is added on top. That makes `width: 100%` with a padding wider than its parent. So nearly every stylesheet begins with

```css
*, *::before, *::after {
  box-sizing: border-box;
}
```

and from then on, `width` is what you see.

## Margins that melt

Two vertical margins that touch don't add up. The larger one wins:

```html
<p style="margin-bottom: 24px">One</p>
<p style="margin-top: 16px">Two</p>
<!-- the distance is 24px, not 40px -->
```

That is on purpose, and good for text. It doesn't happen in flex and grid containers, where you'd use `gap` anyway.

## A spacing system in one minute

Choose a few steps and use nothing else:

| Name | Size | For |
|---|---|---|
| `--s1` | 0.25rem | icon and its word |
| `--s2` | 0.5rem | label and field |
| `--s4` | 1rem | inside a card |
| `--s6` | 1.5rem | between cards |
| `--s12` | 3rem | between sections |

Things that belong together stand close, things that don't stand apart. Most pages that "look somehow wrong" have the right colours and the wrong distances.

## Who sets the distance?

A handy rule: **the parent does**. A card doesn't know where it will be used, so it has padding and no margin; the list around it says `gap`.

```css
.cards {
  display: grid;
  gap: var(--s6);
}
```

- [ ] Click through your page in the inspector and read the box of five elements
- [ ] Count how many different distances your page uses. Can you make do with five?
$md$),

('e0000000-0000-4000-8000-000000020305', 'b0000000-0000-4000-8000-000000000203', 4,
 'Grid for pages, flex for rows', 'TEXT', 600, false,
 'Two layout tools, one question that tells you which to take.',
$md$## The question

> Do I want the **content** to decide how much room it takes, or do I want to draw the **places** first and then put things in?

- The content decides: **flex**. A row of buttons, a toolbar, a name with an icon.
- The places first: **grid**. A page, a gallery of cards, a form with labels on the left.

## Flex in five lines

```css
.toolbar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
}
.toolbar .search { flex: 1 1 12rem; }
.toolbar .logout { margin-left: auto; }
```

`flex: 1 1 12rem` reads: *may grow, may shrink, would like twelve rem*. An automatic margin swallows all the room that is left, and so pushes its element to the far end.

## Grid in five lines

```css
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr));
  gap: 1.5rem;
}
```

This one rule is a complete gallery: as many columns as fit, none narrower than 18 rem, all equally wide, on every screen, without a media query. The `min(18rem, 100%)` keeps it from sticking out on very small phones.

A page with named places reads almost like a drawing:

```css
.page {
  display: grid;
  grid-template:
    "head  head" auto
    "side  main" 1fr
    "foot  foot" auto / 16rem 1fr;
  min-height: 100dvh;
}
.page > header { grid-area: head; }
.page > nav    { grid-area: side; }
.page > main   { grid-area: main; }
.page > footer { grid-area: foot; }
```

## Beware of `order`

Both tools can show things in a different order from the one in your HTML. The <kbd>Tab</kbd> key and screen readers still follow the HTML. If the order matters, change it there.

## Try it

- [ ] Build the toolbar, and make the window very narrow
- [ ] Build the gallery with seven cards. How many columns are there at 700 pixels? Check with the grid overlay in the inspector
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000020301', 'b0000000-0000-4000-8000-000000000203', 0,
 'Watch: CSS in 100 seconds', 'VIDEO', 'YOUTUBE', 'OEV8gMkCHXQ', 140,
 'The whole language in a little over two minutes. Two words to listen for: cascade and box. They are the next two lessons.'),
('e0000000-0000-4000-8000-000000020304', 'b0000000-0000-4000-8000-000000000203', 3,
 'Watch: flexbox in 20 minutes', 'VIDEO', 'YOUTUBE', 'JJSoEo8JSnc', 1199,
 'Traversy Media builds up flexbox property by property. Have an empty page open beside it and stop after each one. Where he uses margins between items, write gap: it has become possible since.');

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000020306', 'b0000000-0000-4000-8000-000000000203', 5,
 'Practice: Flexbox Froggy', 'EXTERNAL_LINK', 'https://flexboxfroggy.com/', 1800,
 'Twenty-four ponds, a few frogs, and only flexbox to bring them home. Most people need half an hour. When you are through, its sister Grid Garden is waiting below.');

-- Module 4: Pages that hold ------------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000020401', 'b0000000-0000-4000-8000-000000000204', 0,
 'Small screens first', 'TEXT', 540, false,
 'Begin with the narrow page. Adding is easier than taking away.',
$md$## Why begin small?

A page without any CSS works on a phone. The text flows, the images follow, nothing stands beside anything else. It is **our layouts** that break it. So begin with the narrow page and add columns where there is room for them:

```css
.layout { display: block; }

@media (min-width: 48rem) {
  .layout {
    display: grid;
    grid-template-columns: 16rem 1fr;
    gap: 2rem;
  }
}
```

Where should such a *breakpoint* be? Not at the width of a certain phone: there are too many. Make the window slowly wider until your page looks silly. There.

## Better than breakpoints

Much can do without:

| Wish | Write |
|---|---|
| lines that stay readable | `max-width: 65ch` |
| a heading that grows with the window | `font-size: clamp(1.5rem, 1rem + 2.5vw, 2.5rem)` |
| as many columns as fit | `repeat(auto-fill, minmax(min(18rem, 100%), 1fr))` |
| a part that looks at *its own* width | `@container` |

The last one is worth a look. A card in a narrow sidebar should look like a card on a phone, however wide the window is:

```css
.slot { container-type: inline-size; }

@container (min-width: 30rem) {
  .card { display: flex; }
}
```

## Fingers are wide

A mouse pointer is one pixel, a thumb is about a centimetre. Give everything that can be tapped at least **24 by 24** CSS pixels, 44 for what matters, and room around it.

## Let people enlarge

- Sizes of text in `rem`, so that the setting in the browser counts.
- Never forbid zooming in the viewport line.
- At 400 % zoom, a desktop window is 320 pixels wide. If your page works on a small phone, it works there too: two for the price of one.

- [ ] My page at 320 pixels has no horizontal scroll bar
- [ ] My page at 200 % text size loses no words
$md$),

('e0000000-0000-4000-8000-000000020402', 'b0000000-0000-4000-8000-000000000204', 1,
 'Colour, contrast and the dark', 'TEXT', 540, false,
 'Colours that can be read by everybody, by day and by night.',
$md$## Contrast is a number

The contrast between two colours goes from 1:1 (nothing to see) to 21:1 (black on white). The rules of WCAG, level AA:

| What | At least |
|---|---|
| text | 4.5 : 1 |
| large text (24 px, or 18.66 px bold) | 3 : 1 |
| borders of fields, icons that mean something | 3 : 1 |
| decoration, logos, things switched off | no rule |

You don't have to calculate it: click a colour in the inspector, and the number stands in the colour picker.

```css
/* 2.85:1, elegant and unreadable */
.hint { color: #999; background: #fff; }

/* 5.74:1, still grey, and readable in the sun */
.hint { color: #666; background: #fff; }
```

## Never colour alone

Red and green don't look different to everybody. Give every meaning a second sign: a word, an icon, a pattern, an underline. A good test is to print the page in grey.

## A dark theme in ten lines

Because your colours have names, a dark theme only gives those names new values:

```css
:root {
  color-scheme: light dark;
  --page: #ffffff;
  --text: #1c1b22;
  --accent: #3b4cca;
}

@media (prefers-color-scheme: dark) {
  :root {
    --page: #16151b;
    --text: #e8e6f0;
    --accent: #a3adff;
  }
}

body { background: var(--page); color: var(--text); }
```

`color-scheme` tells the browser to darken its own parts too: scroll bars, fields, the page before your CSS has arrived.

Two pieces of advice. Don't use pure black and pure white: the contrast glares. And a blue that is right on white is nearly always too dark on black, so each theme needs **its own** accent; check both numbers.

## Rest for the eyes

```css
@media (prefers-reduced-motion: reduce) {
  * { animation: none !important; transition: none !important; }
}
```

Some people get dizzy from things that slide. They have said so in their system settings; listen to them.

- [ ] Every text on my page has 4.5:1, in both themes
- [ ] In grey, everything can still be told apart
$md$),

('e0000000-0000-4000-8000-000000020405', 'b0000000-0000-4000-8000-000000000204', 4,
 'Ship it: a checklist', 'TEXT', 420, false,
 'Twenty minutes before you publish, every time.',
$md$## Before you publish

Copy this list into your project and tick it off for every page. It takes twenty minutes the first time, and five later on.

### Content

- [ ] The title says what the page is, and is different on every page
- [ ] One `h1`, no level skipped
- [ ] Every image has the `alt` that fits what it does
- [ ] No link is called *here*

### Hands and eyes

- [ ] With the mouse unplugged, I can reach and use everything
- [ ] I can always see where the focus is
- [ ] Contrast is right in light and dark
- [ ] 320 pixels wide: nothing sticks out
- [ ] 200 % text size: nothing is cut off

### Speed

- [ ] Images are no larger than they are shown
- [ ] `width` and `height` are set, nothing jumps
- [ ] With the network set to *Slow 4G* in the inspector, I can read after three seconds

### Errors

- [ ] A wrong address shows a page with a way on
- [ ] The console is empty
- [ ] <https://validator.w3.org/> finds nothing that surprises me

## Tools, and what they can't do

| Tool | Finds | Doesn't find |
|---|---|---|
| validator | wrong nesting, missing attributes | whether it makes sense |
| Lighthouse | speed, some accessibility | bad `alt` texts |
| axe | about half of all accessibility mistakes | the other half |
| **a person who doesn't know the page** | the rest | |

Ask somebody to do one thing on your page while you watch, and **say nothing**. It's the hardest five minutes of a developer's week, and the most useful.

<details>
<summary>A last small thing</summary>

Open your page on the oldest phone you can find, outdoors, with one bar of signal, holding a bag in the other hand. That's where most people will meet it.

</details>

Well done. You have built a page that holds.
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000020403', 'b0000000-0000-4000-8000-000000000204', 2,
 'Sample clip: video that adapts to your connection', 'VIDEO', 'MUX', 'DS00Spx1CV902MCtPj5WknGlR102V5HFkDe', 0,
 'An animated sample film streamed by Mux; the story doesn''t matter. Press F12, open the Network panel, and play it: the video arrives in many small pieces. Now set the network to "Slow 4G" and watch the pieces get smaller and the picture softer. That is adaptive streaming, and the reason why long videos don''t belong into a page as one file.'),
('e0000000-0000-4000-8000-000000020404', 'b0000000-0000-4000-8000-000000000204', 3,
 'Sample clip: test a player with the keyboard', 'VIDEO', 'CF', '5d5bc37ffcf54c9b82e996823bffbb81', 0,
 'The example video of Cloudflare Stream. Leave the mouse alone and use Tab, Space and the arrow keys. Can you start it, stop it, change the volume, fill the screen and get out again? Can you see where you are all the time? Write down what a player needs; you will ask the same of your own pages.');

insert into public.lesson_attachments (id, lesson_id, title, url, sort_order) values
('f0000000-0000-4000-8000-000002010101', 'e0000000-0000-4000-8000-000000020101', 'Structuring content with HTML (MDN)', 'https://developer.mozilla.org/en-US/docs/Learn_web_development/Core/Structuring_content', 0),
('f0000000-0000-4000-8000-000002010301', 'e0000000-0000-4000-8000-000000020103', 'Page structure tutorial (W3C WAI)', 'https://www.w3.org/WAI/tutorials/page-structure/', 0),
('f0000000-0000-4000-8000-000002010401', 'e0000000-0000-4000-8000-000000020104', 'An alt decision tree (W3C WAI)', 'https://www.w3.org/WAI/tutorials/images/decision-tree/', 0),
('f0000000-0000-4000-8000-000002020101', 'e0000000-0000-4000-8000-000000020201', 'The autocomplete attribute (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/HTML/Attributes/autocomplete', 0),
('f0000000-0000-4000-8000-000002030201', 'e0000000-0000-4000-8000-000000020302', 'Specificity (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/CSS/Specificity', 0),
('f0000000-0000-4000-8000-000002030401', 'e0000000-0000-4000-8000-000000020304', 'A guide to flexbox (CSS-Tricks)', 'https://css-tricks.com/snippets/css/a-guide-to-flexbox/', 0),
('f0000000-0000-4000-8000-000002030402', 'e0000000-0000-4000-8000-000000020304', 'Flexbox (MDN)', 'https://developer.mozilla.org/en-US/docs/Learn_web_development/Core/CSS_layout/Flexbox', 1),
('f0000000-0000-4000-8000-000002030501', 'e0000000-0000-4000-8000-000000020305', 'A complete guide to CSS grid (CSS-Tricks)', 'https://css-tricks.com/snippets/css/complete-guide-grid/', 0),
('f0000000-0000-4000-8000-000002030601', 'e0000000-0000-4000-8000-000000020306', 'Grid Garden', 'https://cssgridgarden.com/', 0),
('f0000000-0000-4000-8000-000002040201', 'e0000000-0000-4000-8000-000000020402', 'Contrast checker (WebAIM)', 'https://webaim.org/resources/contrastchecker/', 0),
('f0000000-0000-4000-8000-000002040501', 'e0000000-0000-4000-8000-000000020405', 'Markup validator (W3C)', 'https://validator.w3.org/', 0),
('f0000000-0000-4000-8000-000002040502', 'e0000000-0000-4000-8000-000000020405', 'WCAG 2.2 quick reference', 'https://www.w3.org/WAI/WCAG22/quickref/', 1);
