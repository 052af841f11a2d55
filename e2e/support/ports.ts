/** The first port of all; browsers block none from here on. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 12_000);
const PORTS_OF_A_WORKER = 1_000;
/** How many ports a console uses, and as many again for its API, a hundred above. */
const BLOCK = 25;
const BLOCKS_IN_A_ROW = 100 / BLOCK;
const ROW = 200;

/** The listeners of a worker, at most twenty; each has its own ports, whatever else runs. */
const listeners = [
  'console',
  'legacy console',
  'legacy back end',
  'identity provider',
  'sign-on console',
  'newer console',
  'npm start',
  'store',
  'dev server',
  'dev server outside',
  'browser test outside',
  'scaffold',
  'deployment',
  'service of a team',
  'web driver',
  'Knox Guard',
  'Knox Guard console',
] as const;

/** The first port of a listener of the worker with this `parallelIndex`. */
export function portOf(listener: (typeof listeners)[number], { parallelIndex }: { parallelIndex: number }): number {
  const block = listeners.indexOf(listener);
  const row = Math.floor(block / BLOCKS_IN_A_ROW);
  return FIRST_PORT + parallelIndex * PORTS_OF_A_WORKER + row * ROW + (block % BLOCKS_IN_A_ROW) * BLOCK;
}
