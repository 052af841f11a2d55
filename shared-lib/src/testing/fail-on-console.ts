interface ConsoleOutput {
  readonly level: (typeof levels)[number];
  readonly text: string;
}

const levels = ['error', 'warn'] as const;
const output: ConsoleOutput[] = [];
const expected: RegExp[] = [];
const installed = { here: false };

function textOf(values: readonly unknown[]): string {
  return values.map((value) => (value instanceof Error ? String(value.stack ?? value) : String(value))).join(' ');
}

/**
 * Fails a test that writes an unexpected console.error or console.warn, including React's act warnings. Call it once at
 * the top of a test file; importing `renderScreen` calls it.
 */
export function failOnConsole(): void {
  if (installed.here || typeof beforeEach !== 'function') return;
  installed.here = true;
  const restores: (() => void)[] = [];
  beforeEach(() => {
    output.length = 0;
    expected.length = 0;
    for (const level of levels) {
      const spy = jest.spyOn(console, level).mockImplementation((...values: unknown[]) => {
        output.push({ level, text: textOf(values) });
      });
      restores.push(() => spy.mockRestore());
    }
  });
  afterEach(() => {
    const surprises = output.filter(({ text }) => !expected.some((pattern) => pattern.test(text)));
    const missing = expected.filter((pattern) => !output.some(({ text }) => pattern.test(text)));
    for (const restore of restores.splice(0)) restore();
    const problems = [
      ...surprises.map(({ level, text }) => `console.${level}: ${text}`),
      ...missing.map((pattern) => `nothing in the console matches ${pattern}`),
    ];
    if (problems.length > 0) throw new Error(`The console is not as the test expects:\n${problems.join('\n')}`);
  });
}

/** Allows matching console output in the running test, which fails without it. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern);
}
