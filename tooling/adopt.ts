// `npx device-console adopt mf-warranty/dist`: makes a finished build of plain Module Federation one to publish.
import { rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { adopt } from './lib/adopting/adopt.ts';
import { runCommand } from './lib/command-line.mjs';
import { candidateBuild } from './lib/publishing/command.ts';
import { messageOf } from './lib/errors.mjs';
import { adoptedFolder } from './lib/paths.mjs';
import { commandOf } from './lib/workspace.mjs';

await runCommand('adopt', async ({ positionals: [dist = ''] }) => {
  const folder = resolve(dist);
  try {
    const made = adopt(folder);
    // As publishing judges it: what is adopted can be published.
    await candidateBuild(made.id, made.folder);
    console.log(
      `${made.id} ${made.version} is adopted, in ${relative(process.cwd(), made.folder)}. Publish it as any other: ` +
        commandOf('publish-remote', made.id),
    );
  } catch (error) {
    rmSync(join(dirname(folder), adoptedFolder), { recursive: true, force: true });
    throw new Error(`${dist} cannot be adopted: ${messageOf(error)}`, { cause: error });
  }
});
