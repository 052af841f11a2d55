// What this console refuses in remotes, and what to do instead: the single table for the build, the linter, the
// publishing commands and the guide.

/**
 * A row of the table. `what` and `instead` are shown verbatim, with the place of the fault. The linter finds `globals`
 * (names of browser globals), `selectors` (of syntax) and `imports` (import paths). `inPackages`: also applies to
 * packages that a remote brings with it.
 */
type Row = {
  what: string;
  instead: string;
  inPackages?: boolean;
  globals?: readonly string[];
  selectors?: readonly string[];
  imports?: readonly RegExp[];
};

export type RefusalId = keyof typeof table;

export type Refusal = Row & { id: RefusalId };

/** Reports a finding and its place. */
export type Refuse = (id: RefusalId, place: string, found: string) => void;

/** A finding in a text; columns count from 0. */
export type SourceFault = { id: RefusalId; line: number; column: number; found: string };

/** An element in a finished build: `(0, runtime.jsx)('p', …)`. */
const compiledJsx = 'CallExpression[callee.expressions.1.property.name=/^jsxs?$/]';
/** Matches members of a global: `document.x` and `window.document.x`. */
const on = (at: string, name: string): string =>
  `:matches([${at}.object.name="${name}"], [${at}.object.property.name="${name}"])`;
/** Built-in constructors whose prototypes the whole page uses. */
const builtIns =
  '/^(Object|Function|Array|String|Number|Date|RegExp|Promise|Map|Set|WeakMap|Symbol|URL|Storage|History|Location|' +
  'EventTarget|Event|Node|Element|Document|Window|Response|Request|Headers|(HTML|SVG)\\w*Element)$/';
/** Built-in objects whose members the whole page uses. */
const builtInObjects = '/^(JSON|Math|Reflect|Intl|Object|Function|Array|Promise|Number|String|Date)$/';
/** Matches a built-in or its prototype at a place in a tree. */
const builtIn = (at: string): string =>
  `:matches([${at}.property.name="prototype"][${at}.object.name=${builtIns}], ` +
  `[${at}.property.name="prototype"][${at}.object.property.name=${builtIns}], [${at}.name=${builtInObjects}])`;
/** Matches an assignment to a method of one of the page's objects, which often are names of other things too. */
const methodOf = (name: string, methods: string): string =>
  `AssignmentExpression${on('left', name)}[left.property.name=${methods}]`;
/** Matches a listener on the page. */
const listening =
  'CallExpression:matches([callee.name="addEventListener"], [callee.property.name="addEventListener"]' +
  ':matches([callee.object.name=/^(document|window|globalThis|self)$/], [callee.object.property.name="document"], ' +
  '[callee.object.object.name="document"]))';
/** Matches the root elements of the page, as what a method belongs to. */
const pageRoot = '[callee.object.property.name=/^(body|documentElement)$/]' + on('callee.object', 'document');
const foreignElements = '/^(script|iframe|object|embed|link|base|meta)$/';

const table = {
  types: {
    what: 'code that does not pass the compiler',
    instead: 'mend what `npm run typecheck` lists',
  },
  names: {
    what: 'a name that the file or the subpath of shared-lib which it is imported from does not export',
    instead: 'import what is exported there; a name of a newer shared-lib comes with its package',
  },
  'undeclared-packages': {
    what: "a package that `dependencies` of the remote's own package.json does not name",
    instead: 'name it there in one exact version, or do without it',
  },
  'foreign-files': {
    what:
      'code of another remote or of the shell, also by the runtime that all share (`__FEDERATION__`), and any file ' +
      "outside of the remote's own folder",
    instead: 'a link to its screen by `useAddresses().to()`, a [contribution](#contributions), or a part of shared-lib',
    globals: ['__FEDERATION__'],
    imports: [/^@device-console\/(mf-|shell(\/|$)|reference-api(\/|$))/],
  },
  'second-copies': {
    what:
      "a second copy of what the host provides, which would know nothing of the host's: react-dom, jotai, " +
      'react-router, react-aria, @tanstack, crypto-js, papaparse, xlsx, and the subpaths of shared-lib that are not ' +
      '[for remotes](#what-it-may-use)',
    instead:
      'the subpaths that are: `console` (the session is `useSession()`), `router`, `ui`, `crypto`, `csv`, `sheets`; ' +
      '`testing` in tests alone',
    imports: [
      /^(react-dom|scheduler|react-router|react-router-dom|react-aria|react-aria-components|react-stately)(\/|$)/,
      /^(jotai|crypto-js|papaparse|xlsx)(\/|$)/,
      /^(@react-aria|@react-stately|@tanstack)\//,
      /^@e965\/xlsx(\/|$)/,
      /^@device-console\/shared-lib(\/(testing|trust|batch-host|package\.json|ui\/global\.css))?$/,
      /^@device-console\/shared-lib\/(contract\/server|\w+\/host)$/,
    ],
  },
  'page-styles': {
    what:
      "styles that reach beyond the remote's screens: a plain `.css` file, a selector in `*.module.css` without a " +
      'class or id of that file (`button {}`, `:root`) or for what only stands beside one (`.a ~ *`, ' +
      '`body:has(.a)`), `@font-face`, `@property`, `position: fixed`',
    instead:
      'a class of a `*.module.css`, which the element gets as `className`; colours, spaces and the font by the ' +
      'variables of `ui/tokens.css`',
    imports: [/(?<!\.module)\.css$/],
  },
  'written-styles': {
    what:
      'styles that are written while the page runs: `<style>`, `insertRule()`, `adoptedStyleSheets`, ' +
      "`setAttribute('style', …)`, and packages that work so (CSS-in-JS)",
    instead: "classes of a `*.module.css`; for a single computed value React's `style={{ … }}`",
    inPackages: true,
    globals: ['CSSStyleSheet'],
    selectors: [
      'JSXOpeningElement[name.name="style"]',
      `${compiledJsx}[arguments.0.value="style"]`,
      'CallExpression[callee.property.name="createElement"][arguments.0.value="style"]',
      'CallExpression[callee.property.name="insertRule"]',
      'MemberExpression[property.name="adoptedStyleSheets"]',
      'CallExpression[callee.property.name="setAttribute"][arguments.0.value="style"]',
    ],
  },
  'html-text': {
    what:
      'HTML as text: `innerHTML`, `outerHTML`, `insertAdjacentHTML()`, `document.write()`, ' +
      '`dangerouslySetInnerHTML`',
    instead:
      "elements of React. The page's security policy keeps scripts, event handlers and `style` in such a text from " +
      "working, but not the text itself: a stranger's links, forms and words would show",
    selectors: [
      'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML|srcdoc)$/]',
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/]',
      'CallExpression[callee.object.name="document"][callee.property.name=/^(write|writeln)$/]',
      'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
      'Property[key.name="dangerouslySetInnerHTML"]',
    ],
  },
  'code-from-text': {
    what:
      'code as text: `eval()`, `new Function()`, a text for `setTimeout()`, `javascript:` addresses, `onclick="…"` ' +
      'by `setAttribute()`',
    instead: "functions; the page's security policy runs no text",
    globals: ['eval', 'Function'],
    selectors: [
      'CallExpression[callee.name=/^(setTimeout|setInterval)$/][arguments.0.type=/^(Literal|TemplateLiteral)$/]',
      'Literal[value=/^\\s*javascript:/i]',
      'CallExpression[callee.property.name="setAttribute"][arguments.0.value=/^on/i]',
    ],
  },
  'foreign-elements': {
    what:
      "elements that the page's security policy leaves empty, or that load code past it: `<script>`, `<iframe>`, " +
      '`<object>`, `<embed>`, `<link>`, `<base>`, `<meta>`',
    instead: 'an import for code; for another site a link that opens it',
    selectors: [
      `JSXOpeningElement[name.name=${foreignElements}]`,
      `${compiledJsx}[arguments.0.value=${foreignElements}]`,
      `CallExpression[callee.property.name="createElement"][arguments.0.value=${foreignElements}]`,
    ],
  },
  workers: {
    what:
      'workers: `Worker`, `SharedWorker`, service workers, worklets. Browsers refuse those of another origin than ' +
      "the page's",
    instead:
      "`csv`, `sheets` and `imei-file`, which work in the host's workers; long work of your own in slices, by " +
      '`Pace` of `batch`',
    inPackages: true,
    globals: ['Worker', 'SharedWorker'],
    selectors: [
      'MemberExpression[object.name="navigator"][property.name="serviceWorker"]',
      'CallExpression[callee.property.name="addModule"]',
    ],
  },
  wasm: {
    what: 'WebAssembly, as a file or by `WebAssembly`',
    instead: 'JavaScript; what is too slow for it is work for the API',
    inPackages: true,
    globals: ['WebAssembly'],
    imports: [/\.wasm$/],
  },
  storage: {
    what: "the browser's storage: `localStorage`, `sessionStorage`, `indexedDB`, `caches`, `document.cookie`",
    instead:
      '`useRemoteStorage()` of `console`; what has to last longer than a session, or has to be on other computers ' +
      'too, belongs into the API',
    globals: ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'],
    selectors: [
      'MemberExpression[property.name="cookie"]:matches([object.name="document"], [object.property.name="document"])',
    ],
  },
  'own-requests': {
    what:
      "requests past the console's client: `fetch()`, `XMLHttpRequest`, `WebSocket`, `EventSource`, `sendBeacon()`. " +
      "The page's security policy refuses other origins, and the API what is not sealed",
    instead: '`useConsole().api.call()`; for [your own service](#your-own-service) `useService().call()`',
    globals: ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'RTCPeerConnection'],
    selectors: ['MemberExpression[object.name="navigator"][property.name="sendBeacon"]'],
  },
  'other-files': {
    what:
      'every file that is neither script nor style nor small image: fonts, sounds, documents, imported, by `url()` ' +
      "or by `new URL('./x', import.meta.url)`; a folder `public/`. Browsers check no hash of them",
    instead: "the console's font and icons; data as an imported `.json` or by a call; documents behind a link",
  },
  'large-images': {
    what:
      "an image of more than 24 kB. `import picture from './x.png'` gives an address for `<img src={picture}>`, and " +
      '`url(./x.svg)` works in a `*.module.css`: svg, png, jpg, gif, webp and avif are put into the script or style ' +
      'itself, so that its hash covers them',
    instead: 'a drawing (svg), a smaller size, or webp',
  },
  'page-parts': {
    what:
      'the page around the remote: `document.querySelector()`, `getElementById()`, `document.body.append()`, ' +
      '`location.href = …`, `assign()`, and what covers the whole page: `showModal()`, `showPopover()`, ' +
      '`requestFullscreen()`',
    instead:
      "a ref of React's (`useRef()`); `Link` or `useNavigate()` of `router`, and for another site a link; " +
      '`Dialog` of `ui/dialog`',
    selectors: [
      `CallExpression${on('callee', 'document')}[callee.property.name=/^(querySelector|getElement)/]`,
      'AssignmentExpression[left.name="location"]',
      'AssignmentExpression[left.property.name="location"][left.object.name=/^(window|globalThis|self|document)$/]',
      `AssignmentExpression${on('left', 'location')}`,
      `CallExpression${on('callee', 'location')}[callee.property.name=/^(assign|replace|reload)$/]`,
      `CallExpression[callee.property.name=/^(append|prepend|appendChild|insertBefore|replaceChildren)$/]${pageRoot}`,
      'CallExpression[callee.property.name=/^(showModal|showPopover|togglePopover|requestFullscreen)$/]',
    ],
  },
  'built-ins': {
    what:
      'changes of what the whole page uses: members of built-ins and of their prototypes (`history.pushState = …`, ' +
      '`Array.prototype.x = …`, `Object.defineProperty(Element.prototype, …)`), and listeners on document or window ' +
      'that come before all others (`capture`)',
    instead: "functions of your own, and React's handlers on your own elements",
    selectors: [
      `AssignmentExpression${builtIn('left.object')}`,
      methodOf('history', '/^(pushState|replaceState|back|forward|go)$/'),
      methodOf('document', '/^(on[a-z]+|(add|remove|dispatch)Event\\w*|create\\w+|querySelector\\w*|getElement\\w+)$/'),
      `AssignmentExpression[left.object.name=/^(window|globalThis|self)$/][left.property.name=${builtIns}]`,
      `UnaryExpression[operator="delete"]${builtIn('argument.object')}`,
      'CallExpression[callee.object.name=/^(Object|Reflect)$/]' +
        '[callee.property.name=/^(assign|defineProperty|defineProperties|set|deleteProperty|setPrototypeOf)$/]' +
        builtIn('arguments.0'),
      `${listening}[arguments.2.value=true]`,
      `${listening}[arguments.2.operator="!"][arguments.2.argument.value=0]`,
      `${listening} > ObjectExpression > Property[key.name="capture"]` +
        ':not([value.value=false]):not([value.operator="!"][value.argument.value=1])',
    ],
  },
  'large-screens': {
    what: "a screen or panel of more than 50 kB, gzipped, with the remote's entry; a file of more than 300 kB",
    instead:
      'an `import()` for what is not needed at once, and smaller packages; or a limit of your own, in bytes: ' +
      '`"deviceConsole": { "screenLimit": 80000 }` in package.json',
  },
  declarations: {
    what:
      'a title of more than 60 characters; a permission that is one of the console but for case, blanks or signs; a ' +
      'search command whose address is no screen of the remote',
    instead: 'a short title; the permission as `permissionNames` of `contract` has it; the `path` of a screen',
  },
  'unchecked-files': {
    what:
      'a build that loads its files without the hashes of its signed entry, as one does that `remotePlugin()` had ' +
      'no part in',
    instead: '`remotePlugin()` in [your own configuration](#by-webpack-or-rspack), which adds them',
  },
} satisfies Record<string, Row>;

export const refusalOf = (id: RefusalId): Row => table[id];

export const refusals = (Object.keys(table) as RefusalId[]).map((id): Refusal => ({ id, ...refusalOf(id) }));

/** Without links and backticks. */
const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');

/** `places` are a file and a finding each. */
export function describeRefusal(id: RefusalId, places: readonly string[]): string {
  const { what, instead } = refusalOf(id);
  return [
    `Refused: ${plain(what)}. [${id}]`,
    ...places.map((place) => `  ${place}`),
    `Instead: ${plain(instead)}.`,
  ].join('\n');
}

/** Collects findings: `refuse` adds one; `described()` returns them all in words, in the order of the table. */
export function gathering() {
  const found: Map<RefusalId, Set<string>> = new Map();
  const refuse: Refuse = (id, place, what) => void found.set(id, (found.get(id) ?? new Set()).add(`${place}: ${what}`));
  const described = () =>
    refusals.flatMap(({ id }) => {
      const places = found.get(id);
      return places ? [describeRefusal(id, [...places])] : [];
    });
  return { refuse, described };
}
