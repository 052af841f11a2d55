import type { Page, Route } from '@playwright/test';
import type { Deployment } from './deployment.ts';

/** Numbers from 0 up to 1, always the same after the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What may happen to a call of a batch on its way, or behind it. */
const kinds = [
  'an instance is killed before the call',
  'an instance is killed after its commit',
  'PostgreSQL is away',
  'nginx is reloaded',
  'a portal answers',
  'the connection breaks after the commit',
  'the page is reloaded',
] as const;
export type Outage = (typeof kinds)[number];

/** The outages of a seed: each with the number of calls of the batch before it. */
export function outagesOf(seed: number, count: number): readonly { readonly what: Outage; readonly calls: number }[] {
  const next = numbersOf(seed);
  return Array.from({ length: count }, () => ({
    what: kinds[Math.floor(next() * kinds.length)] ?? 'nginx is reloaded',
    calls: Math.floor(next() * 3),
  }));
}

const API_INSTANCES = ['device-console-api@3101', 'device-console-api@3102'] as const;
/** Answers of a portal, and failed calls while PostgreSQL is away. */
const MOST_FAILURES = 3;

/**
 * Lets the outages of a seed happen to the calls of the batches of a page, one after the other; `reload` brings the
 * page back with its batch. Returns what happened, and a function that waits until everything works again.
 */
export async function letHappen(
  page: Page,
  deployment: Deployment,
  outages: ReturnType<typeof outagesOf>,
  reload: () => Promise<void>,
) {
  const happened: Outage[] = [];
  const [first] = API_INSTANCES;
  let [at, calls, portal, away] = [0, 0, 0, 0];
  let back = Promise.resolve();
  const restart = async (): Promise<void> => {
    await deployment.stop(first, 'SIGKILL');
    back = deployment.start(first);
  };
  const meet: Readonly<Record<Outage, (route: Route) => Promise<void>>> = {
    'an instance is killed before the call': async (route) => {
      await restart();
      await route.continue();
    },
    'an instance is killed after its commit': async (route) => {
      await route.fetch();
      await restart();
      await route.abort();
    },
    'PostgreSQL is away': async (route) => {
      await deployment.postgres.halt();
      away = MOST_FAILURES;
      await route.continue();
    },
    'nginx is reloaded': async (route) => {
      await deployment.reloadNginx();
      await route.continue();
    },
    'a portal answers': async (route) => {
      portal = MOST_FAILURES;
      await route.fulfill({ contentType: 'text/html', body: '<title>Sign in to this network</title>' });
    },
    'the connection breaks after the commit': async (route) => {
      await route.fetch();
      await route.abort();
    },
    'the page is reloaded': async (route) => {
      await route.fetch();
      back = reload();
    },
  };
  page.on('response', (response) => {
    if (away === 0 || response.status() < 500) return;
    away -= 1;
    if (away === 0) back = deployment.postgres.start();
  });
  await page.route(
    /\/api\/(bulk\w+|updateCommandOnServer|batchClaim|batchItems|updateStatusOnServer)\.php$/,
    async (route) => {
      if (portal > 0) {
        portal -= 1;
        return route.fulfill({ contentType: 'text/html', body: '<title>Sign in to this network</title>' });
      }
      const outage = outages[at];
      calls += 1;
      if (!outage || away > 0 || calls <= outage.calls) return route.continue();
      [at, calls] = [at + 1, 0];
      await back;
      happened.push(outage.what);
      return meet[outage.what](route);
    },
  );
  return { happened: (): readonly Outage[] => happened, settled: () => back };
}
