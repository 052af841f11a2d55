import { english, languages } from '@device-console/shared-lib/i18n-host';
import type { Provided } from '@device-console/shared-lib/remote/host';
import { fetchAgainWhatFails } from './fetch-again.ts';
import { replaceBlockedStorage } from './page-storage.ts';
import { pickPreloads, type Preload, type Terms } from './pick-preloads.ts';

/** What the head script is fetching. Both reject without a reason. */
export interface BootData {
  readonly config: Promise<unknown>;
  /** Null without a stored login: the login page needs no remotes, and fetches this once it is idle. */
  readonly registry: Promise<unknown> | null;
  /** From the `Date` header of the later reply; null until one arrives. */
  serverDate: string | null;
  /** Of the host's scripts by address; the bundler's runtime loads them with these. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The browser blocks site data: what the page keeps is in memory. */
  readonly isStorageBlocked: boolean;
}

declare global {
  interface Window {
    deviceConsoleBoot?: BootData;
  }
  /** Inserted by tooling/lib/boot-script.ts. */
  const CONSOLE_PROVIDES: Provided;
  /** The specification's access by address. Inserted by the same script. */
  const CONSOLE_SPECIFIED: Terms['specified'];
}

fetchAgainWhatFails(document);
// Before anything reads a storage.
const isStorageBlocked = replaceBlockedStorage(window);

/** config.json may override the API's version, and reserves names for remotes. */
function termsWith(config: unknown): Terms {
  const { apiVersion, registryKeys: keys, registryUrl }: Readonly<Record<string, unknown>> = Object(config);
  const provided = { ...CONSOLE_PROVIDES, apiVersion: String(apiVersion ?? CONSOLE_PROVIDES.apiVersion) };
  return { provided, specified: CONSOLE_SPECIFIED, keys, registryUrl };
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
const hint = localStorage.getItem('userSessionHint');
const boot: BootData = {
  config: read('/config.json'),
  registry: hint === null ? null : read('/registry.json'),
  serverDate: null,
  hashes,
  isStorageBlocked,
};
window.deviceConsoleBoot = boot;

/** Must have the mode and hash of the later request; otherwise browsers fetch the file twice. */
function preload(href: string, as: Preload['kind'] | 'font', more: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, ...more, href }));
}

const ownFiles = JSON.parse(noted['files'] ?? '{}') as Readonly<Record<string, readonly string[]>>;
// Set the display choices before the first paint (shell/src/common/preferences.ts). A cached typeface is used at once
// (shell/src/common/typeface.ts), so that it moves no words.
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
// Only a logged-in operator needs the code behind the login.
if (hint !== null) {
  preloadOwn(['behind-login', 'remotes']);
  // The console reports failures of either; preloading is only a head start.
  Promise.all([boot.registry, boot.config])
    .then(([registry, config]) => {
      const used = localStorage.getItem('console:remotesUsed');
      const { files, parts } = pickPreloads(registry, location.pathname, hint, used, termsWith(config), Date.now());
      for (const { href, kind, integrity } of files) preload(href, kind, { crossOrigin: 'anonymous', integrity });
      preloadOwn(parts);
      // The first date makes the browser read its data of the language (shell/src/language/start-language.ts), which
      // takes longer than drawing a screen. Now nothing waits for it: the files are under way.
      const chosen = localStorage.getItem('browser:language');
      const { locale } = languages.find(({ id }) => id === chosen) ?? english;
      Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
    })
    .catch(() => undefined);
}
