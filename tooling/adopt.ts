// `npx device-console adopt mf-warranty/dist`: makes a finished build of plain Module Federation one to publish.
import { relative, resolve } from 'node:path';
import { adopt } from './lib/adopting/adopt.ts';
import { readBuild } from './lib/publishing/build-files.ts';
import { runCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { commandOf } from './lib/workspace.mjs';

await runCommand('adopt', async ({ positionals: [dist = ''] }) => {
  const folder = resolve(dist);
  try {
    const made = adopt(folder);
    await readBuild(made.folder, made.id);
    console.log(
      `${made.id} ${made.version} is adopted, in ${relative(process.cwd(), made.folder)}. Publish it as any other: ` +
        commandOf('publish-remote', made.id),
    );
  } catch (error) {
    throw new Error(`${dist} cannot be adopted: ${messageOf(error)}`, { cause: error });
  }
});
