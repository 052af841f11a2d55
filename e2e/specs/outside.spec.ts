import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TEAM_REMOTE, teamOutside } from '../support/outside.ts';
import { expectShown } from '../support/shown-output.ts';
import type { Programs } from '../support/programs.ts';
import { expect, test } from '../support/test.ts';

let workspace: Programs | undefined;
test.afterEach(() => workspace?.remove());

// What such a team does next, up to the browser: outside.full.spec.ts.
test(
  'a team outside the repository makes a remote by the installed packages, and its types, lint, tests and build ' +
    'pass untouched',
  () => {
    test.setTimeout(300_000);
    workspace = teamOutside();
    const { run, folder } = workspace;
    expect(existsSync(join(folder, '.github', 'workflows', `${TEAM_REMOTE}.yml`))).toBe(true);
    run('npm', ['run', 'typecheck'], TEAM_REMOTE);
    run('npm', ['run', 'lint'], TEAM_REMOTE);
    expectShown('npm test', run('npm', ['test'], TEAM_REMOTE));
    expectShown('npm run check', run('npm', ['run', 'check'], TEAM_REMOTE));
    expect(existsSync(join(folder, TEAM_REMOTE, 'dist', 'remote.json'))).toBe(true);
    expect(workspace.attempt('npx', ['device-console', 'create-remote', 'mf-audit-report'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('/auditReport, which mf-reports has already'),
    });
  },
);
