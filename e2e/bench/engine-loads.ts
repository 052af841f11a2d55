import { startByPuppeteer } from '../engines/by-puppeteer.ts';
import { type Engine, type EnginePage, see } from '../engines/engine-page.ts';
import { startWebKit } from '../engines/webkit.ts';
import { startTestConsole } from '../support/test-console.ts';

const CONSOLE_PORT = 21_000;
const DRIVER_PORT = 21_500;
const password = 'Demo-pass-2026';

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  Chromium: () => startByPuppeteer('chromium'),
  Firefox: () => startByPuppeteer('firefox'),
  WebKit: () => startWebKit(DRIVER_PORT),
};

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** In a browser that has nothing of the console yet, then with its session and its files. */
async function loadsOf(page: EnginePage, address: string): Promise<Readonly<Record<string, number>>> {
  const login = await millisecondsOf(async () => {
    await page.goto(`${address}/login`);
    await page.text(see.button('Log In'));
  });
  await page.type(see.field('Email'), 'admin@example.com');
  await page.type(see.field('Password'), password);
  const after = await millisecondsOf(async () => {
    await page.press(see.button('Log In'));
    await page.text(see.heading('Dashboard'));
  });
  const deep = await millisecondsOf(async () => {
    await page.goto(`${address}/lockDevice`);
    await page.text(see.heading('Lock Device'));
  });
  return { 'login page': login, 'Home after the login': after, 'deep link': deep };
}

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A line for each load, with the medians and their ratios to Chromium's. */
export async function measureEngines(rounds: number): Promise<readonly string[]> {
  const testConsole = await startTestConsole(CONSOLE_PORT);
  const times = new Map<string, Map<string, number[]>>();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, start] of Object.entries(engines)) {
        const engine = await start();
        const loads = await loadsOf(engine.page, testConsole.address).finally(() => engine.close());
        for (const [what, milliseconds] of Object.entries(loads)) {
          const ofAll = times.get(what) ?? new Map<string, number[]>();
          times.set(what, ofAll.set(name, [...(ofAll.get(name) ?? []), milliseconds]));
        }
      }
  } finally {
    await testConsole.close();
  }
  return Array.from(times, ([what, ofAll]) => {
    const base = medianOf(ofAll.get('Chromium') ?? []);
    const words = Array.from(ofAll, ([name, values]) => {
      const median = medianOf(values);
      return `${name} ${median.toFixed(0)} ms (${(median / base).toFixed(2)})`;
    });
    return `  ${what}: ${words.join(', ')}`;
  });
}
