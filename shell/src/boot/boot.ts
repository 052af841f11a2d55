import type { Provided } from '@device-console/shared-lib/remote/host';
import { fetchAgainWhatFails } from './fetch-again.ts';
import { pickPreloads, type Preload, type Terms } from './pick-preloads.ts';

/** What the head script leaves for the console: both documents, being fetched. They reject without a reason. */
export interface BootData {
  readonly config: Promise<unknown>;
  readonly registry: Promise<unknown>;
  /** The server's time from the `Date` header of the later reply; null until one arrives. */
  serverDate: string | null;
  /** The hashes of the host's scripts by address; the bundler's runtime loads the scripts with them. */
  readonly hashes: Readonly<Record<string, string>>;
}

declare global {
  interface Window {
    deviceConsoleBoot?: BootData;
  }
  /** What this build of the console provides to remotes. Inserted by tooling/lib/boot-script.mjs. */
  const CONSOLE_PROVIDES: Provided;
  /** What access the specification asks for at its addresses. Inserted by the same script. */
  const CONSOLE_SPECIFIED: Terms['specified'];
}

fetchAgainWhatFails(document);

/** config.json may override the API's version, and says which names belong to which remote. */
function termsWith(config: unknown): Terms {
  const fields = typeof config === 'object' && config !== null ? config : {};
  const said = new Map<string, unknown>(Object.entries(fields));
  const apiVersion = String(said.get('apiVersion') ?? CONSOLE_PROVIDES.apiVersion);
  return {
    provided: { ...CONSOLE_PROVIDES, apiVersion },
    specified: CONSOLE_SPECIFIED,
    keys: said.get('registryKeys'),
    registryUrl: said.get('registryUrl'),
  };
}

/** The code that reads a faulty document again reports it. */
async function read(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  boot.serverDate = response.headers.get('Date');
  return response.json();
}

const noted = document.currentScript?.dataset ?? {};
const hashes = JSON.parse(noted['hashes'] ?? '{}') as BootData['hashes'];
const boot: BootData = { config: read('/config.json'), registry: read('/registry.json'), serverDate: null, hashes };
window.deviceConsoleBoot = boot;

/** Must have the same mode and hash as the later request; otherwise browsers fetch the file again. */
function preload(href: string, as: Preload['kind'] | 'font', more: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, ...more, href }));
}

const ownFiles = JSON.parse(noted['files'] ?? '{}') as Readonly<Record<string, readonly string[]>>;
const hint = localStorage.getItem('userSessionHint');
// How this browser shows the console, before anything is painted (shell/src/common/preferences.ts); the typeface is
// fetched at once where the browser has it (shell/src/common/typeface.ts), so that it moves no words.
for (const name of hint === null ? ['theme', 'font'] : ['theme', 'density', 'font']) {
  const kept = localStorage.getItem(`display:${name}`);
  if (kept === null) continue;
  document.documentElement.dataset[name] = kept;
  for (const file of name === 'font' ? (ownFiles[name] ?? []) : []) preload(file, 'font', { crossOrigin: 'anonymous' });
}
const preloadOwn = (parts: readonly string[]): void => {
  for (const file of new Set(parts.flatMap((part) => ownFiles[part] ?? [])))
    if (file.endsWith('.css')) preload(file, 'style', {});
    else preload(file, 'script', { crossOrigin: 'anonymous', integrity: hashes[file] ?? '' });
};
// A logged-in operator needs the code behind the login; the login page does not.
if (hint !== null) preloadOwn(['behind-login', 'remotes']);

// The console reports a failure of either when it reads them; preloading is only a head start.
Promise.all([boot.registry, boot.config])
  .then(([registry, config]) => {
    const used = localStorage.getItem('console:remotesUsed');
    const { files, parts } = pickPreloads(registry, location.pathname, hint, used, termsWith(config), Date.now());
    for (const { href, kind, integrity } of files) preload(href, kind, { crossOrigin: 'anonymous', integrity });
    preloadOwn(parts);
  })
  .catch(() => undefined);
