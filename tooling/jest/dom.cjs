/* global window, document, Element, HTMLElement, SVGElement */
// Globals that browsers have and jsdom lacks, taken from the Node that runs jest.
const util = require('node:util');
const { webcrypto } = require('node:crypto');
const streams = require('node:stream/web');
const v8 = require('node:v8');
const { BroadcastChannel } = require('node:worker_threads');

Object.assign(globalThis, {
  TextEncoder: util.TextEncoder,
  TextDecoder: util.TextDecoder,
  ReadableStream: streams.ReadableStream,
  TransformStream: streams.TransformStream,
  WritableStream: streams.WritableStream,
  CompressionStream: streams.CompressionStream,
  DecompressionStream: streams.DecompressionStream,
  BroadcastChannel,
  /** @type {(value: unknown) => unknown} */
  structuredClone: (value) => v8.deserialize(v8.serialize(value)),
});
if (globalThis.Blob && !globalThis.Blob.prototype.arrayBuffer) {
  globalThis.Blob.prototype.arrayBuffer = function arrayBuffer() {
    return new Promise((resolve, reject) => {
      const reader = new globalThis.FileReader();
      reader.onload = () => resolve(/** @type {ArrayBuffer} */ (reader.result));
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };
}

// In browsers, nothing of a page goes on once the page is gone. Here, WebCrypto works in Node's threads: after it, the
// page's code would go on without a document, and fail the next test file of the same process.
const isGone = () => document === undefined;

/**
 * Settles like `work`, but never once the page is gone.
 * @type {(work: Promise<unknown>) => Promise<unknown>}
 */
const whilePageLasts = (work) =>
  new Promise((resolve, reject) => {
    work.then(
      (value) => isGone() || resolve(value),
      (error) => isGone() || reject(error),
    );
  });

const subtle = new Proxy(webcrypto.subtle, {
  get: (target, key) => {
    const value = Reflect.get(target, key);
    /** @type {(...args: readonly unknown[]) => Promise<unknown>} */
    const call = (...args) => whilePageLasts(Reflect.apply(value, target, args));
    return typeof value === 'function' ? call : value;
  },
});
Object.defineProperty(globalThis.crypto, 'subtle', { value: subtle, configurable: true });

// In component tests, intervals of half a second or more never fire. No test waits for them in real time, and on a busy
// machine they would fire in the middle of another step: an update outside of act(), which fails the test. jest's fake
// timers fire all intervals.
const LONG_MS = 500;
const { setInterval } = window;

/** @type {(...args: Parameters<typeof setInterval>) => number} */
const withoutTicks = (handler, timeout = 0, ...args) =>
  setInterval(timeout < LONG_MS ? handler : () => undefined, timeout, ...args);
Object.assign(window, { setInterval: withoutTicks });

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
