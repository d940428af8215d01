-- Why: the course that member@rookies.test holds and has not begun. Made by the administrator;
-- published. It shows a video of Loom beside YouTube.

insert into public.courses (id, title, slug, description, author_name, author_description, category, status, created_by_id, created_at, updated_at)
values (
  'c0000000-0000-4000-8000-000000000003',
  'JavaScript: Thinking in Functions',
  'javascript-thinking-in-functions',
  'Not another list of syntax. Learn to cut a problem into small functions, to let data flow through them, and to wait for the network without losing the thread.',
  'Miriam Adeyemi',
  'Miriam leads the bootcamp. She has taught JavaScript to nurses, cooks and one retired sea captain, and holds that anybody who can write a recipe can write a function.',
  'Programming',
  'PUBLISHED',
  'a0000000-0000-4000-8000-000000000001',
  now() - interval '290 days',
  now() - interval '27 days'
);

insert into public.modules (id, course_id, index, title, created_at, updated_at)
select m.id::uuid, 'c0000000-0000-4000-8000-000000000003', m.index, m.title, now() - interval '289 days', now() - interval '289 days'
from (values
  ('b0000000-0000-4000-8000-000000000301', 0, 'Values and names'),
  ('b0000000-0000-4000-8000-000000000302', 1, 'Functions'),
  ('b0000000-0000-4000-8000-000000000303', 2, 'Many things at once'),
  ('b0000000-0000-4000-8000-000000000304', 3, 'Things that take time')
) as m (id, index, title);

-- Module 1: Values and names -----------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, free_preview, description) values
('e0000000-0000-4000-8000-000000030101', 'b0000000-0000-4000-8000-000000000301', 0,
 'Watch: JavaScript in 100 seconds', 'VIDEO', 'YOUTUBE', 'DHjqpvDnNGE', 156, true,
 'Where the language comes from and where it runs today, by Fireship. Note down every word that you don''t know and keep the list: at the end of the course, cross out what you can explain.');

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000030102', 'b0000000-0000-4000-8000-000000000301', 1,
 'Values, names and const', 'TEXT', 600, true,
 'A name is a label on a value. Most bugs of beginners are about not seeing which is which.',
$md$## Open a place to play

Press <kbd>F12</kbd> in your browser and choose *Console*. You can type JavaScript there, and every line answers at once:

```js
2 + 3          // 5
"2" + 3        // "23"
typeof "2"     // "string"
```

The second line is the first surprise: one of the two is a text, so `+` glues. JavaScript tries to make sense of what you give it, and sometimes tries too hard.

## The kinds of values

| Kind | Examples | Good to know |
|---|---|---|
| number | `42`, `0.1` | `0.1 + 0.2` is `0.30000000000000004` |
| string | `"bread"`, `` `Hello ${name}` `` | the second form fills in values |
| boolean | `true`, `false` | |
| `undefined` | | "nobody has said anything" |
| `null` | | "somebody has said: nothing" |
| object | `{ name: "Ada" }` | lists are objects too |

Count money in cents, as whole numbers. Then the first row can't hurt you.

## Names

```js
const price = 350      // cents; this name will not move
let amount = 2         // this one may
amount = 3
price = 400            // TypeError: Assignment to constant variable.
```

Write `const` unless you know that the name has to move. Then whoever reads `let` knows that something is going to happen. You'll meet `var` in old code; it does the same as `let` with stranger rules.

`const` keeps the **label** from moving. It doesn't freeze the value:

```js
const basket = ["bread"]
basket.push("butter")   // allowed: same basket, more in it
basket = []             // not allowed: another basket
```

## Comparing

Use `===`, which compares without converting. `"2" == 2` is `true`, and that is seldom what you meant.

Two objects are equal only when they are **the same object**, not when they look alike:

```js
[1, 2] === [1, 2]   // false: two lists
```

- [ ] Predict `typeof null`, then try it. (It is a mistake from 1995 that can't be repaired any more)
- [ ] Explain to somebody why `basket.push` was allowed
$md$),

('e0000000-0000-4000-8000-000000030103', 'b0000000-0000-4000-8000-000000000301', 2,
 'Decisions, and doing it again', 'TEXT', 540, false,
 'If, else and for, as briefly as they deserve, because soon you will need them less.',
$md$## If

```js
if (minutes < 60) {
  label = `${minutes} min`
} else {
  label = `${Math.floor(minutes / 60)} h`
}
```

When both branches only choose a **value**, there's a shorter form. Read `?` as "then" and `:` as "otherwise":

```js
const label = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
```

Now `label` can be a `const`. Don't nest two of these; a reader's head is not a stack.

## What counts as false

In an `if`, these count as false: `false`, `0`, `""`, `null`, `undefined`, `NaN` (and the rare `0n`). Everything else counts as true, the empty list included. That leads to a well-known trap:

```js
const shown = count || "unknown"    // wrong when count is 0
const shown = count ?? "unknown"    // right: only null and undefined
```

And to reach into something that may be missing:

```js
const city = person.address?.city ?? "no city given"
```

## Again, for each

```js
for (const loaf of loaves) {
  console.log(loaf.name)
}
```

This is the only loop you need in this course. Read it aloud: *for each loaf of loaves*.

## Leave early

Functions that check one thing after the other get easier to read when they leave as soon as they know:

```js
function shippingFor(order) {
  if (order.items.length === 0) return 0
  if (order.pickup) return 0
  if (order.total >= 5000) return 0
  return 490
}
```

No `else`, no stairs. Each line can be understood, and changed, by itself.

## Your turn

Write `greeting(hour)`: *Good morning* before twelve, *Good afternoon* before six in the evening, otherwise *Good evening*. Then ask yourself what it should do with `25`, and with `"10"`. There's no single right answer, but there should be **an** answer.
$md$);

-- Module 2: Functions ------------------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000030201', 'b0000000-0000-4000-8000-000000000302', 0,
 'A function is a promise about inputs', 'TEXT', 600, false,
 'What goes in, what comes out, and what else happens: three questions for every function.',
$md$## Three questions

Ask them about every function you read or write:

1. What goes **in**?
2. What comes **out**?
3. What **else** happens?

```js
function withTax(cents, rate) {
  return Math.round(cents * (1 + rate))
}
```

In: an amount in cents and a rate. Out: an amount in cents. Else: nothing. You can call it a thousand times, in any order, and nothing anywhere changes. Such a function is called **pure**.

```js
let total = 0
function addToTotal(cents) {
  total = total + cents
  document.title = `Total: ${total}`
}
```

In: an amount. Out: nothing. Else: two things, and you wouldn't have guessed either from the line `addToTotal(350)`.

## Why pure functions are good company

| | pure | with side effects |
|---|---|---|
| to understand it, read | the function | the function and everything it touches |
| to test it, you need | values | a page, a clock, a server … |
| calling it twice | gives the same again | who knows |

A program without any side effects would be useless: nobody would see the result. The trick is to keep them **at the edge**. Calculate in the middle with pure functions, and let a thin layer outside read, show and send.

```js
// edge: reads and writes
function onPriceChange(event) {
  const cents = parseCents(event.target.value)   // pure
  const gross = withTax(cents, 0.19)             // pure
  output.textContent = formatEuro(gross)         // edge
}
```

## Names

A function that answers something is called after the answer: `withTax`, `fullName`, `isOpen`. One that does something is called after what it does: `saveOrder`, `showError`. When you find yourself writing `handleDataAndUpdate`, there are two functions in there.

## Exercise

- [ ] Find one function in a project of yours that does two things
- [ ] Pull out the part that only calculates
- [ ] Say what goes in and what comes out, in one sentence
$md$),

('e0000000-0000-4000-8000-000000030202', 'b0000000-0000-4000-8000-000000000302', 1,
 'Functions are values', 'TEXT', 600, false,
 'You can put a function into a variable, a list, or another function. That changes everything.',
$md$## A name without brackets

```js
function shout(text) {
  return text.toUpperCase() + "!"
}

shout("bread")   // "BREAD!"   with brackets: do it
shout            // ƒ shout()  without: the function itself
```

A function is a value like `42`. It can be given another name, put into a list, or handed to somebody else:

```js
const loud = shout
loud("butter")   // "BUTTER!"
```

## The short form

```js
const double = (n) => n * 2

const price = (item) => {
  const net = item.cents * item.amount
  return Math.round(net * 1.19)
}
```

Without curly brackets, the arrow gives back what stands behind it. With them, you have to write `return`. Forgetting that is a classic: the function then answers `undefined`.

## Handing over a function

"Do this **when** …" and "do this **to each** …" are the two places where you'll meet it every day:

```js
button.addEventListener("click", sendOrder)      // when
["a", "b"].map(shout)                            // to each
setTimeout(() => console.log("Done"), 1000)      // later
```

Look at the first line. There are no brackets behind `sendOrder`, because we don't want to send now. We hand over the recipe, not the cake.

## Getting one back

```js
const withRate = (rate) => (cents) => Math.round(cents * (1 + rate))

const withReducedTax = withRate(0.07)
withReducedTax(1000)   // 1070
```

`withRate` answers with a new function that has the rate built in. Read two arrows as two steps: first it wants a rate, then it wants an amount.

| You see | It is |
|---|---|
| `f` | the function |
| `f()` | what it answers |
| `() => f()` | a new function that will ask `f` when it is called |

## Try it

- [ ] Write `twice(f)` so that `twice(shout)("hi")` is `"HI!!"`
- [ ] Predict `[1, 2, 3].map(double)`, then try it
- [ ] Now predict `["1", "2", "3"].map(parseInt)`. Surprised? The next module explains it
$md$),

('e0000000-0000-4000-8000-000000030203', 'b0000000-0000-4000-8000-000000000302', 2,
 'Closures: functions that remember', 'TEXT', 540, false,
 'A function takes the names around it along. That is the whole secret.',
$md$## The backpack

```js
function makeCounter() {
  let count = 0
  return () => {
    count = count + 1
    return count
  }
}

const next = makeCounter()
next()   // 1
next()   // 2
```

`makeCounter` is long finished when we call `next`. And yet `count` is still there. A function remembers the names that were around it **where it was written**, and carries them along like a backpack. That's called a *closure*.

Each call of `makeCounter` packs a new backpack:

```js
const tickets = makeCounter()
tickets()   // 1: its own count
next()      // 3
```

And nobody else can reach into it. There is no way to set `count` to a hundred from outside. Many languages have a keyword for private things; here a function is enough.

## Names, not values

The backpack holds the **name**, not a copy of what it meant at the time:

```js
let mood = "sleepy"
const say = () => `I am ${mood}`
mood = "awake"
say()   // "I am awake"
```

That explains most surprises. When a button shows an old value, ask: which name does this function hold, and who has changed it since?

## Something useful

A search box should wait until the person has stopped typing:

```js
function debounce(wait, f) {
  let timer
  return (...args) => {
    clearTimeout(timer)
    timer = setTimeout(() => f(...args), wait)
  }
}

input.addEventListener("input", debounce(300, search))
```

Follow the backpack: the function that is called at every key press shares **one** `timer`, so each key press cancels the last one's plan. Only the last plan survives.

<details>
<summary>What do the three dots do?</summary>

`...args` in the brackets of a function collects everything that is handed over into a list; `f(...args)` unpacks the list again. So `debounce` works for any number of inputs.

</details>

- [ ] Write `once(f)`: it calls `f` the first time, and after that only gives back the first answer
$md$);

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000030204', 'b0000000-0000-4000-8000-000000000302', 3,
 'Watch: learning functional programming', 'VIDEO', 'YOUTUBE', 'e-5obm1G_FY', 1796,
 'Anjana Vakil at JSUnconf 2016. One of the friendliest half hours on the subject, with drawings. Her advice to avoid side effects is what our lesson called "keep them at the edge".');

-- Module 3: Many things at once --------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000030301', 'b0000000-0000-4000-8000-000000000303', 0,
 'map, filter, find', 'TEXT', 600, false,
 'Say what you want from a list, instead of how to walk through it.',
$md$## The same loop, three wishes

```js
const loaves = [
  { name: "Rye",   cents: 420, fresh: true },
  { name: "Spelt", cents: 510, fresh: false },
  { name: "Wheat", cents: 350, fresh: true },
]
```

Most loops want one of three things, and each has its name:

```js
loaves.map((loaf) => loaf.name)          // ["Rye", "Spelt", "Wheat"]
loaves.filter((loaf) => loaf.fresh)      // the rye and the wheat
loaves.find((loaf) => loaf.cents > 500)  // the spelt
```

| Method | Asks your function | Gives back |
|---|---|---|
| `map` | what becomes of this one? | a list of the same length |
| `filter` | may this one stay? | a list, equal or shorter |
| `find` | is it this one? | the first one, or `undefined` |
| `some` | is it true for one at least? | `true` or `false` |
| `every` | is it true for all of them? | `true` or `false` |

None of them changes the list you began with.

## A chain reads like a sentence

```js
const menu = loaves
  .filter((loaf) => loaf.fresh)
  .toSorted((a, b) => a.cents - b.cents)
  .map((loaf) => `${loaf.name}: ${formatEuro(loaf.cents)}`)
```

*Of the loaves, take the fresh ones, cheapest first, and write each as a line.* Compare that with a loop of nine lines, in which you'd have to find out what it is for.

`toSorted` is the younger sister of `sort`. The older one sorts **in place**, which means it changes the list you gave it. That has ruined many an afternoon.

## Why did parseInt go wrong?

`map` hands your function three things: the item, **its position**, and the list. `parseInt` takes two: a text and the base of the number system. So `"2"` was read in base 1, and `"3"` in base 2. Say what you mean:

```js
["1", "2", "3"].map((text) => Number(text))   // [1, 2, 3]
```

## Your turn

- [ ] The names of all loaves above four euros, in capitals
- [ ] Is every loaf fresh? Is any?
- [ ] What does `[].every(…)` answer, and why does that make sense?
$md$),

('e0000000-0000-4000-8000-000000030302', 'b0000000-0000-4000-8000-000000000303', 1,
 'reduce, and when not to', 'TEXT', 540, false,
 'Turn many into one. A strong tool that is easy to overdo.',
$md$## Many into one

A total, a maximum, a table of contents: sometimes one thing is to come out of a whole list.

```js
const total = loaves.reduce((sum, loaf) => sum + loaf.cents, 0)
```

Read it from the end. We begin with `0`. For each loaf, the function gets what we have so far (`sum`) and the next one (`loaf`), and says what we have then.

| step | `sum` | `loaf.cents` | answer |
|---|---|---|---|
| 1 | 0 | 420 | 420 |
| 2 | 420 | 510 | 930 |
| 3 | 930 | 350 | 1280 |

**Always give the starting value.** Without it, `reduce` takes the first item instead, and throws an error when the list is empty. Lists are empty more often than one thinks, usually on a Friday.

## Grouping

How many lessons does each module have?

```js
const perModule = lessons.reduce(
  (counts, lesson) => ({
    ...counts,
    [lesson.module]: (counts[lesson.module] ?? 0) + 1,
  }),
  {},
)
```

It works, and it's hard to read. It also copies the whole table once for every lesson. There is a plain way:

```js
const perModule = {}
for (const lesson of lessons) {
  perModule[lesson.module] = (perModule[lesson.module] ?? 0) + 1
}
```

Here something is changed, but only something that nobody outside has seen yet. Seen from outside, the function around it is still pure. That's a good compromise, not a defeat. And in current browsers, one line does the grouping:

```js
const byModule = Object.groupBy(lessons, (lesson) => lesson.module)
```

## A rule of thumb

> If the function inside `reduce` is longer than one line, write a loop or find a better tool.

- [ ] Find the most expensive loaf with `reduce`
- [ ] Do it again with `toSorted` and `at(-1)`. Which one would you rather meet in a colleague's code?
$md$),

('e0000000-0000-4000-8000-000000030303', 'b0000000-0000-4000-8000-000000000303', 2,
 'Objects, copies and change', 'TEXT', 540, false,
 'Two names, one object: the bug that everybody makes once.',
$md$## Two labels, one thing

```js
const today = { bread: "Rye", butter: true }
const tomorrow = today
tomorrow.bread = "Wheat"

today.bread   // "Wheat"
```

`const tomorrow = today` doesn't copy anything. It puts a second label on the same object. Whoever changes it under one name changes it under the other.

## A new one instead

```js
const tomorrow = { ...today, bread: "Wheat" }
```

The three dots spread the old fields into a new object, and what stands behind them wins. `today` stays as it was.

The same for lists:

| Wish | changes the list | makes a new one |
|---|---|---|
| add at the end | `list.push(x)` | `[...list, x]` |
| add in front | `list.unshift(x)` | `[x, ...list]` |
| remove | `list.splice(i, 1)` | `list.filter((_, n) => n !== i)` |
| replace | `list[i] = x` | `list.with(i, x)` |
| sort | `list.sort()` | `list.toSorted()` |

Why bother? Because **"has anything changed?"** becomes a simple question. Old and new are two objects, and `old === new` answers it. React, and everything like it, relies on that.

## Only one level deep

```js
const week = { monday: { bread: "Rye" } }
const next = { ...week }
next.monday.bread = "Wheat"

week.monday.bread   // "Wheat": the inner object was shared
```

The spread copies the labels, and both still point at the same Monday. Spread the inner one too:

```js
const next = { ...week, monday: { ...week.monday, bread: "Wheat" } }
```

If you need a full copy of plain data, `structuredClone(week)` makes one.

## Taking apart

```js
const { bread, butter = false } = today
const [first, ...rest] = ["Rye", "Spelt", "Wheat"]
```

- [ ] Write `rename(person, name)`: it gives back a person with a new name and leaves the old one alone
- [ ] Prove it with `===`
$md$);

insert into public.lessons (id, module_id, index, title, content_type, external_url, duration_sec, description) values
('e0000000-0000-4000-8000-000000030304', 'b0000000-0000-4000-8000-000000000303', 3,
 'Practice: the array methods on MDN', 'EXTERNAL_LINK', 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Array', 1200,
 'Skim the list of methods on the left. For each of flatMap, includes, at, slice and toSpliced, change the example until you can predict what it prints.');

-- Module 4: Things that take time ------------------------------------------------------------------

insert into public.lessons (id, module_id, index, title, content_type, video_provider, video_asset_id, duration_sec, description) values
('e0000000-0000-4000-8000-000000030401', 'b0000000-0000-4000-8000-000000000304', 0,
 'Watch: what the heck is the event loop?', 'VIDEO', 'YOUTUBE', '8aGhZQkoFbQ', 1612,
 'Philip Roberts at JSConf EU 2014. Twenty-seven minutes that have saved many people years of guessing. Watch the drawing on the right: stack, web APIs, queue. The next two lessons build on it.'),
('e0000000-0000-4000-8000-000000030404', 'b0000000-0000-4000-8000-000000000304', 3,
 'Sample clip: explaining by recording', 'VIDEO', 'LOOM', '0281766fa2d04bb788eaf19e65135184', 0,
 'A public example recording on Loom; what it is about doesn''t matter here. Notice how much a voice and a moving pointer carry that a written message can''t. Then record two minutes of your own screen and explain what your debounce function does. If you get stuck in the explanation, you have found what to read again.');

insert into public.lessons (id, module_id, index, title, content_type, duration_sec, free_preview, description, content) values
('e0000000-0000-4000-8000-000000030402', 'b0000000-0000-4000-8000-000000000304', 1,
 'Promises and await', 'TEXT', 660, false,
 'A ticket for a value that is not ready yet, and how to hold several at once.',
$md$## A ticket

In a bakery on a Saturday, you pay and get a ticket. The bread isn't ready, but you hold something that **will become** bread, or a sorry. That's a promise.

```js
const ticket = fetch("/api/loaves")
console.log(ticket)   // Promise { <pending> }
```

A promise is *pending*, then either *fulfilled* with a value or *rejected* with an error. It changes once, and never again.

## Waiting in line

```js
async function loadLoaves() {
  const response = await fetch("/api/loaves")
  const loaves = await response.json()
  return loaves.filter((loaf) => loaf.fresh)
}
```

`await` says: *step aside until this is ready, and go on here with the value*. Only **this function** pauses. The page goes on scrolling, other clicks are answered. You know from the video why.

An `async` function always gives back a promise, so whoever calls it has to wait too:

```js
const loaves = loadLoaves()         // a ticket, not bread
const loaves = await loadLoaves()   // bread
```

Forgetting that `await` is by far the most frequent mistake with promises. If `.length` is `undefined`, look there first.

## One after the other, or together?

```js
// 2 seconds + 3 seconds = 5 seconds
const loaves = await loadLoaves()
const prices = await loadPrices()

// both at once: 3 seconds
const [loaves, prices] = await Promise.all([loadLoaves(), loadPrices()])
```

| Method | Waits for | When one fails |
|---|---|---|
| `Promise.all` | all of them | fails at once |
| `Promise.allSettled` | all of them | tells you which |
| `Promise.any` | the first that succeeds | goes on waiting |
| `Promise.race` | the first, whatever it brings | fails, if that was the first |

One after the other is right when the second needs something from the first. In all other cases, ask for both at once.

## Try it

- [ ] Write `wait(ms)`, a promise that is fulfilled after that many milliseconds:

```js
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
```

- [ ] In the console: `await wait(2000); "done"`
- [ ] Start three of them at once and measure how long all three take together
$md$),

('e0000000-0000-4000-8000-000000030403', 'b0000000-0000-4000-8000-000000000304', 2,
 'When it fails', 'TEXT', 540, false,
 'Networks fail, servers sulk, people close their laptops. Decide who deals with it.',
$md$## Catching

```js
async function showLoaves() {
  try {
    const loaves = await loadLoaves()
    render(loaves)
  } catch (error) {
    renderError("We couldn't load the bread. Please try again.")
    console.error(error)
  } finally {
    hideSpinner()
  }
}
```

`finally` runs in both cases. The spinner that turns for ever is nearly always a missing `finally`.

## fetch doesn't fail when you think it does

`fetch` is rejected only if **no answer** came: no network, an unknown host. An answer that says *404* or *500* is an answer. You have to ask:

```js
async function getJson(url) {
  const response = await fetch(url)
  if (!response.ok) {
    throw new Error(`${response.status} for ${url}`)
  }
  return response.json()
}
```

Put this into one place, and use it everywhere.

## Who deals with it?

> Catch an error where you can **do** something about it. Let it pass where you can't.

| Place | Can do | So |
|---|---|---|
| `getJson` | nothing sensible | throw |
| `loadLoaves` | perhaps ask once more | retry, or let pass |
| the screen | tell the person, offer a button | catch |

The worst thing you can write is an empty `catch {}`. The error is gone, the cause isn't, and whoever searches for it finds nothing.

## Not for ever

```js
const response = await fetch(url, { signal: AbortSignal.timeout(8000) })
```

After eight seconds the promise is rejected, and the person gets an answer instead of a spinner. Some waits ought to end earlier: when the person has typed something new, the old search isn't wanted any more.

## Exercise

- [ ] In the inspector, set the network to *Offline* and use your page. Does every screen say something helpful?
- [ ] Set it to *Slow 4G*, press a button twice, quickly. What happens? What should happen?
$md$),

('e0000000-0000-4000-8000-000000030405', 'b0000000-0000-4000-8000-000000000304', 4,
 'Project: a reading list', 'TEXT', 1800, false,
 'Everything at once, in sixty lines: pure functions in the middle, side effects at the edge.',
$md$## What you'll build

A page on which you write down what you want to read, tick off what you have read, and find it all again after a reload.

- [ ] add a title
- [ ] tick it off, and take the tick back
- [ ] show *all*, *open* or *read*
- [ ] keep everything after a reload

## The middle: pure functions

Begin here, without any page. Each takes a list and gives back a **new** one:

```js
export const add = (books, title) =>
  title.trim() === ""
    ? books
    : [...books, { id: crypto.randomUUID(), title: title.trim(), read: false }]

export const toggle = (books, id) =>
  books.map((book) => (book.id === id ? { ...book, read: !book.read } : book))

export const visible = (books, filter) =>
  books.filter((book) =>
    filter === "all" ? true : filter === "read" ? book.read : !book.read)
```

(One of them isn't quite pure. Which? What would you hand in, so that it becomes pure?)

You can test these without a browser:

```js
import assert from "node:assert/strict"

const books = [{ id: "1", title: "Emma", read: false }]
assert.equal(toggle(books, "1")[0].read, true)
assert.equal(books[0].read, false)   // the old list is as it was
```

## The edge: one place that changes something

```js
let books = JSON.parse(localStorage.getItem("books") ?? "[]")

function update(next) {
  books = next
  localStorage.setItem("books", JSON.stringify(books))
  render()
}

form.addEventListener("submit", (event) => {
  event.preventDefault()
  update(add(books, form.elements.title.value))
  form.reset()
})
```

There is one `let` in the whole program, and one function that moves it. When something is wrong, you know where to look.

In `render`, build elements with `document.createElement` and set `textContent`. Don't glue titles into `innerHTML`: one day somebody's "title" will be a piece of HTML, and your page would run it.

## When you are done

| Next step | What it teaches |
|---|---|
| undo the last change | keep a list of the old lists; you get it almost for free |
| sort by title | `toSorted`, and `localeCompare` for titles with accents |
| the same list on two devices | a server, and the course on databases |

Put it into a repository, commit in small steps, and show it to somebody. **You think in functions now.**
$md$);

insert into public.lesson_attachments (id, lesson_id, title, url, sort_order) values
('f0000000-0000-4000-8000-000003010201', 'e0000000-0000-4000-8000-000000030102', 'Data types and structures (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Data_structures', 0),
('f0000000-0000-4000-8000-000003020201', 'e0000000-0000-4000-8000-000000030202', 'Functions (javascript.info)', 'https://javascript.info/function-basics', 0),
('f0000000-0000-4000-8000-000003020301', 'e0000000-0000-4000-8000-000000030203', 'Closures (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Closures', 0),
('f0000000-0000-4000-8000-000003030101', 'e0000000-0000-4000-8000-000000030301', 'Array methods (javascript.info)', 'https://javascript.info/array-methods', 0),
('f0000000-0000-4000-8000-000003040101', 'e0000000-0000-4000-8000-000000030401', 'An event loop to play with (JS Visualizer 9000)', 'https://www.jsv9000.app/', 0),
('f0000000-0000-4000-8000-000003040201', 'e0000000-0000-4000-8000-000000030402', 'Using promises (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Using_promises', 0),
('f0000000-0000-4000-8000-000003040301', 'e0000000-0000-4000-8000-000000030403', 'Using the Fetch API (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API/Using_Fetch', 0),
('f0000000-0000-4000-8000-000003040501', 'e0000000-0000-4000-8000-000000030405', 'Window: localStorage (MDN)', 'https://developer.mozilla.org/en-US/docs/Web/API/Window/localStorage', 0),
('f0000000-0000-4000-8000-000003040502', 'e0000000-0000-4000-8000-000000030405', 'The test runner of Node.js', 'https://nodejs.org/api/test.html', 1);
