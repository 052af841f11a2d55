import type { Provided } from '@device-console/shared-lib/remote';
import { pickPreloads, type Preload } from './pick-preloads.ts';

/** What the head script leaves for the console: both documents, already on their way. */
export interface BootData {
  readonly config: Promise<unknown>;
  readonly registry: Promise<unknown>;
}

declare global {
  interface Window {
    deviceConsoleBoot?: BootData;
  }
  /** What this build of the console provides to remotes, put in its place by tooling/lib/boot-script.mjs. */
  const CONSOLE_PROVIDES: Provided;
}

/** The API's version is config.json's to say, where it does. */
function providedWith(config: unknown): Provided {
  const said = typeof config === 'object' && config !== null && 'apiVersion' in config ? config.apiVersion : undefined;
  return typeof said === 'string' ? { ...CONSOLE_PROVIDES, apiVersion: said } : CONSOLE_PROVIDES;
}

async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

const boot: BootData = { config: readJson('/config.json'), registry: readJson('/registry.json') };
window.deviceConsoleBoot = boot;

/** As the file is asked for later: browsers fetch it again when mode or hash differ. */
function preload(href: string, as: Preload['kind'], more: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, ...more, href }));
}

const hint = localStorage.getItem('userSessionHint');
const ownFiles = JSON.parse(document.currentScript?.dataset['files'] ?? '{}') as Readonly<Record<string, readonly string[]>>;
const preloadOwn = (parts: readonly string[]): void => {
  for (const file of new Set(parts.flatMap((part) => ownFiles[part] ?? []))) preload(file, file.endsWith('.css') ? 'style' : 'script', {});
};
// Whoever was logged in needs the code that deals with remotes; the login page does without it.
if (hint !== null) preloadOwn(['remotes']);

// A failure of either is shown by the console when it reads them; preloading is only a head start.
Promise.all([boot.registry, boot.config])
  .then(([registry, config]) => {
    const { files, parts } = pickPreloads(registry, location.pathname, hint, localStorage.getItem('console:remotesUsed'), providedWith(config), Date.now());
    for (const { href, kind, integrity } of files) preload(href, kind, { crossOrigin: 'anonymous', integrity });
    preloadOwn(parts);
  })
  .catch(() => undefined);
