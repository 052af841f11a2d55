/* global window, document, Element, HTMLElement, SVGElement */
// Queries by role and user-event check the visibility of every element. For this, jsdom matches about 120 rules of its
// default style sheet against the element and its ancestors: a fifth of a component test's time. A page under test has
// no style sheets of its own, so some properties are computed here without matching; jsdom computes the others.
const whole = window.getComputedStyle.bind(window);

/** React Aria's style sheet sets only touch-action. */
const HARMLESS = new Set(['react-aria-pressable-style']);
/** @typedef {HTMLElement | SVGElement} Styled */
/** @typedef {'display' | 'overflow' | 'overflowX' | 'overflowY'} OfTag what the default style sheet has for tags */
/** @type {Map<string, string>} */
const tags = new Map();

/** @type {(name: OfTag) => (element: Styled) => string} */
const ofTag =
  (name) =>
  ({ namespaceURI, localName }) => {
    const key = `${name} ${namespaceURI} ${localName}`;
    const value = tags.get(key) ?? whole(document.createElementNS(namespaceURI, localName))[name];
    tags.set(key, value);
    return value;
  };
const displayOfTag = ofTag('display');

/** @type {(name: OfTag) => (element: Styled) => string} */
const ownOrOfTag = (name) => {
  const tagged = ofTag(name);
  return (element) => element.style[name] || tagged(element);
};

/** @type {(element: Styled) => string} */
function display(element) {
  const own = element.style.display;
  if (own !== '') return own;
  if (element.hasAttribute('hidden')) return 'none';
  if (element.localName === 'dialog' && !element.hasAttribute('open')) return 'none';
  if (element.localName === 'input' && element.getAttribute('type') === 'hidden') return 'none';
  return displayOfTag(element);
}

/** @type {(name: 'visibility' | 'pointerEvents', initial: string) => (element: Styled) => string} */
const inherited = (name, initial) => (element) => {
  for (let at = /** @type {Styled | null} */ (element); at !== null; at = at.parentElement) {
    const own = at.style[name];
    if (own !== '') return own;
  }
  return initial;
};

const visibility = inherited('visibility', 'visible');
const pointerEvents = inherited('pointerEvents', 'auto');
/** @type {Readonly<Record<string | symbol, ((element: Styled) => string) | undefined>>} */
const known = Object.assign(Object.create(null), {
  display,
  overflow: ownOrOfTag('overflow'),
  overflowX: ownOrOfTag('overflowX'),
  overflowY: ownOrOfTag('overflowY'),
  visibility,
  pointerEvents,
  'pointer-events': pointerEvents,
});
/** @type {(sheet: CSSStyleSheet) => boolean} */
const isHarmless = ({ ownerNode }) => ownerNode instanceof Element && HARMLESS.has(ownerNode.id);

window.getComputedStyle = (element, pseudo) => {
  if (
    pseudo ||
    !(element instanceof HTMLElement || element instanceof SVGElement) ||
    !Array.from(document.styleSheets).every(isHarmless)
  )
    return whole(element, pseudo);
  /** @type {CSSStyleDeclaration | undefined} */
  let style;
  const rest = () => (style ??= whole(element));
  /** @type {(name: string) => string} */
  const getPropertyValue = (name) => known[name]?.(element) ?? rest().getPropertyValue(name);
  return new Proxy(
    /** @type {CSSStyleDeclaration} */ ({}),
    {
      get: (_target, key) => {
        if (key === 'getPropertyValue') return getPropertyValue;
        const value = known[key]?.(element) ?? Reflect.get(rest(), key);
        return typeof value === 'function' ? value.bind(rest()) : value;
      },
    },
  );
};
