// Which selectors of a style sheet reach beyond the elements that its own classes name, and what is in them.

/**
 * A rule of a style sheet: its selectors as they are written, and where they begin.
 * @typedef {{ selectors: string, at: number }} StyleRule
 *
 * Where the subject of a selector is: an element with a class, something within one, or neither.
 * @typedef {'classed' | 'within' | 'outside'} Place
 */

const grouping = /^@(media|supports|container|layer|scope|starting-style)\b/;

/**
 * The rules of a style sheet that has no comments, each with the place that those around it give it; without what
 * stands in `@keyframes` and the like.
 * @type {(code: string) => { rule: StyleRule, around: Place }[]}
 */
function rulesOf(code) {
  /** @type {{ rule: StyleRule, around: Place }[]} */
  const found = [];
  /** @type {(Place | null)[]} */
  const stack = ['outside'];
  let from = 0;
  for (const match of code.matchAll(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[{};]/g)) {
    const [sign] = match;
    if (sign === '{') {
      const selectors = code.slice(from, match.index).trim();
      const around = stack.at(-1) ?? null;
      if (around === null || (selectors.startsWith('@') && !grouping.test(selectors))) stack.push(null);
      else if (selectors.startsWith('@')) stack.push(around);
      else {
        const rule = { selectors, at: from + code.slice(from).search(/\S/) };
        found.push({ rule, around });
        stack.push(splitAt(selectors, /,/).every((one) => placeOf(one, around) !== 'outside') ? 'classed' : 'outside');
      }
    } else if (sign === '}') stack.pop();
    if (/^[{};]/.test(sign)) from = match.index + 1;
  }
  return found;
}

/**
 * Splits a text at each `separator` outside of brackets.
 * @type {(text: string, separator: RegExp) => string[]}
 */
function splitAt(text, separator) {
  let depth = 0;
  const parts = [''];
  for (const sign of text) {
    if (/[([]/.test(sign)) depth += 1;
    if (/[)\]]/.test(sign)) depth -= 1;
    if (depth === 0 && separator.test(sign)) parts.push('');
    else parts.push((parts.pop() ?? '') + sign);
  }
  return parts;
}

/**
 * Where the subject of one selector is. What is in brackets names no subject: `body:has(.a)` is the body.
 * @type {(selector: string, around: Place) => Place}
 */
function placeOf(selector, around) {
  const bare = withoutBrackets(selector).trim();
  // A nested selector without & means a descendant of its parent.
  const whole = bare.includes('&') ? bare : around === 'outside' ? bare : `& ${bare}`;
  const steps = whole.match(/[>+~]|[^\s>+~]+/g) ?? [];
  /** @type {Place} */
  let place = 'outside';
  let combinator = ' ';
  for (const step of steps) {
    if (/^[>+~]$/.test(step)) combinator = step;
    else {
      place = step.includes('&') ? around : placeAfter(place, combinator, /[.#]/.test(step));
      combinator = ' ';
    }
  }
  return place;
}

/** @type {(before: Place, combinator: string, hasClass: boolean) => Place} */
function placeAfter(before, combinator, hasClass) {
  if (hasClass) return 'classed';
  if (before === 'outside') return 'outside';
  return /[+~]/.test(combinator) && before === 'classed' ? 'outside' : 'within';
}

/** @type {(list: string) => boolean} */
const listIsClassed = (list) => list.split(',').every((one) => /[.#]/.test(one));

/**
 * Of `:is(.a, .b)`, where each has a class, a class stays.
 * @type {(selector: string) => string}
 */
function withoutBrackets(selector) {
  const inner = selector
    .replace(/:(?:is|where)\(([^()]*)\)/g, (_all, list) => (listIsClassed(list) ? '.is' : ''))
    .replace(/\([^()]*\)|\[[^\][]*\]/g, '');
  return inner === selector ? selector : withoutBrackets(inner);
}

/**
 * The selectors of a style sheet without comments whose subject is neither an element with a class of its own nor
 * something within one, and where they stand.
 * @type {(code: string) => { selector: string, at: number }[]}
 */
export const farSelectors = (code) =>
  rulesOf(code).flatMap(({ rule, around }) =>
    splitAt(rule.selectors, /,/)
      .filter((selector) => placeOf(selector, around) === 'outside')
      .map((selector) => ({ selector: selector.trim(), at: rule.at })),
  );
