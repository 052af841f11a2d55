import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir, runScript, type TestConsole } from './test-console.ts';

/** A text in one source file of a remote, and what it becomes. */
export interface SourceChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Builds a changed copy of a remote's sources, does `work` with the folder of that build, and removes it. */
export async function withChangedRemote(testConsole: TestConsole, id: string, changes: readonly SourceChange[], work: (dist: string) => Promise<void>): Promise<void> {
  const workshop = join(rootDir, '.cache', 'e2e', `port-${new URL(testConsole.address).port}`);
  const source = join(workshop, id);
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  try {
    await cp(join(rootDir, id), source, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
    await cp(join(rootDir, 'tsconfig.base.json'), join(workshop, 'tsconfig.base.json'));
    for (const { file, from, to } of changes) {
      const path = join(source, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${id}/${file} does not hold ${from}, which the test changes.`);
      await writeFile(path, text.replace(from, to));
    }
    await runScript(testConsole, ['--input-type=module', '-e', `process.chdir(${JSON.stringify(source)}); await import(${JSON.stringify(join(rootDir, 'tooling/build.mjs'))});`]);
    await work(join(source, 'dist'));
  } finally {
    await rm(workshop, { recursive: true });
  }
}
