import { pickPreloads } from './pick-preloads.ts';

/** What the head script leaves for the console: both documents, already on their way. */
export interface BootData {
  readonly config: Promise<unknown>;
  readonly registry: Promise<unknown>;
}

declare global {
  interface Window {
    deviceConsoleBoot?: BootData;
  }
}

async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

const boot: BootData = { config: readJson('/config.json'), registry: readJson('/registry.json') };
window.deviceConsoleBoot = boot;

// A failure of either is shown by the console when it reads them; preloading is only a head start.
boot.config.catch(() => undefined);
boot.registry
  .then((registry) => {
    for (const { href, kind, integrity } of pickPreloads(registry, location.pathname, localStorage.getItem('userSessionHint'), localStorage.getItem('console:remotesUsed'), Date.now())) {
      const link = document.createElement('link');
      link.rel = 'preload';
      link.as = kind;
      link.crossOrigin = 'anonymous';
      link.integrity = integrity;
      link.href = href;
      document.head.append(link);
    }
  })
  .catch(() => undefined);
