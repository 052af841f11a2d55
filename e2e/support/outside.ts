import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { programsIn, type Programs } from './programs.ts';
import { replaceFile, writeJson } from './registry.ts';
import { expectShown } from './shown-output.ts';
import { rootDir, type TestConsole } from './test-console.ts';
import { linkPackages } from './workspace-copy.ts';

/**
 * Makes the packages for teams outside from the sources of a repository, all of them or those named, and returns their
 * folder.
 */
export function packed(repository: string, only: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'device-console-packed-'));
  programsIn(repository).run(process.execPath, [
    'tooling/pack-dev-host.js',
    '--to',
    folder,
    ...only.flatMap((name) => ['--only', name]),
  ]);
  return folder;
}

/** Moves packed packages into a workspace, replacing those of the same names. */
function installPacked(workspace: Programs, packages: string): void {
  for (const file of readdirSync(packages)) {
    const name = file.replace(/^device-console-(.+)-\d+\.\d+\.\d+\.tgz$/, '$1');
    const folder = join(workspace.folder, 'node_modules', '@device-console', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    workspace.run('tar', ['-xzf', join(packages, file), '-C', folder, '--strip-components=1']);
  }
  rmSync(packages, { recursive: true });
}

/**
 * A folder outside the repository with nothing but the packages in a folder, unpacked as npm does. Packages of others
 * are linked from the repository, in the versions that the packages ask for: fetching nine hundred of them would take
 * longer than everything else.
 */
export function workspaceOutside(packages: string): Programs {
  const workspace = programsIn(mkdtempSync(join(tmpdir(), 'device-console-outside-')));
  const { folder } = workspace;
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a-team-outside', private: true, workspaces: ['mf-*'] }),
  );
  linkPackages(folder);
  installPacked(workspace, packages);
  return workspace;
}

/** The remote of {@link teamOutside}. */
export const TEAM_REMOTE = 'mf-warranty';

/** A workspace outside with a remote and its browser test, made as docs/first-remote.md shows it. */
export function teamOutside(): Programs {
  const workspace = workspaceOutside(packed(rootDir));
  const command = 'npx device-console create-remote';
  expectShown(command, workspace.run('npx', ['device-console', 'create-remote', TEAM_REMOTE, '--e2e']));
  return workspace;
}

/**
 * Serves the store of a test console at an origin of its own, as a team's files are; the work gets the options that
 * publish there.
 */
export async function withStore(
  testConsole: TestConsole,
  port: number,
  work: (store: readonly string[]) => Promise<void>,
): Promise<void> {
  const root = dirname(testConsole.registryFile);
  const child = spawn(
    process.execPath,
    [join(rootDir, 'tooling', 'serve.js'), 'store', '--root', root, '--port', String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    await once(child.stdout, 'data');
    await work(['--to', root, '--origin', `http://127.0.0.1:${port}/`]);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Lets the console trust the key that `keys` printed, as its administrator would, while the work runs. */
export async function trusting({ configFile }: TestConsole, printed: string, work: () => Promise<void>): Promise<void> {
  const before = await readFile(configFile, 'utf8');
  const config = JSON.parse(before) as { registryKeys: readonly unknown[] };
  await writeJson(configFile, {
    ...config,
    registryKeys: [...config.registryKeys, JSON.parse(/^\{[^]*?^\}/m.exec(printed)?.[0] ?? '')],
  });
  try {
    await work();
  } finally {
    await replaceFile(configFile, before);
  }
}
