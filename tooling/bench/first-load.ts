// Compares the first load of the federated console with that of a single webpack build, from the same sources with the
// same loader: empty cache, slow line. Run by hand: node tooling/bench/first-load.js [pairs]. Both sides load
// alternately; the result is the ratio of the medians.
import { type Browser, chromium } from 'playwright-core';
import { quietChromium, findChromium } from '../lib/chromium.ts';
import { startBothConsoles } from './lib/single-build.ts';
import { type Load, type Page, demoPassword, measureLoad, storedSession } from './lib/page-load.ts';

type Sides<T> = Record<'single' | 'federated', T>;

/** Limits of the ratios on an idle computer, with fifteen pairs. */
const LIMITS = { 'login page': 1.02, 'deep link of a logged-in operator': 1.07 };
const pairs = Number(process.argv[2] ?? 15);

const demoOperator = { email: 'operator@example.com', password: demoPassword };

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] as number;

/** Alternates the sides, after one uncounted round. */
async function alternate(browser: Browser, sides: Sides<Page>): Promise<Sides<Load[]>> {
  const measured: Sides<Load[]> = { single: [], federated: [] };
  for (let round = -1; round < pairs; round += 1) {
    // The sides take turns going first, so that neither profits from what the other leaves in caches.
    const order: (keyof Sides<Page>)[] = round % 2 === 0 ? ['single', 'federated'] : ['federated', 'single'];
    for (const side of order) {
      const load = await measureLoad(browser, sides[side]);
      if (round >= 0) measured[side].push(load);
    }
  }
  return measured;
}

function report(name: keyof typeof LIMITS, { single, federated }: Sides<Load[]>): void {
  const of = (loads: readonly Load[], what: keyof Load): number => median(loads.map((load) => load[what]));
  const line = (loads: readonly Load[]): string =>
    `${of(loads, 'milliseconds').toFixed(0)} ms, ${(of(loads, 'bytes') / 1000).toFixed(1)} kB in ` +
    `${of(loads, 'requests')} requests`;
  const ratio = of(federated, 'milliseconds') / of(single, 'milliseconds');
  console.log(`${name}: single build ${line(single)}; federated ${line(federated)}`);
  console.log(`  ratio ${ratio.toFixed(3)} (limit ${LIMITS[name]})`);
  if (ratio > LIMITS[name]) process.exitCode = 1;
}

async function compare(browser: Browser, origins: Sides<string>): Promise<void> {
  const measure = async (name: keyof typeof LIMITS, pageOf: (origin: string) => Promise<Page>): Promise<void> => {
    const sides = { single: await pageOf(origins.single), federated: await pageOf(origins.federated) };
    report(name, await alternate(browser, sides));
  };
  await measure('login page', async (origin) => ({ url: `${origin}/login`, field: 'input[name="email"]' }));
  await measure('deep link of a logged-in operator', async (origin) => ({
    url: `${origin}/lockDevice`,
    field: 'main input[inputmode="numeric"]',
    stored: await storedSession(browser, { origin, ...demoOperator }),
  }));
}

const both = await startBothConsoles();
const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
try {
  console.log(`medians of ${pairs} loads each, 1.6 Mbit/s, 150 ms, empty cache`);
  await compare(browser, both.origins);
} finally {
  await browser.close();
  await both.end();
}
