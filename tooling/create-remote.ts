// `npx device-console create-remote mf-warranty`. The gate, the build and `npm start` find it by themselves.
import { createRemote } from './lib/create-remote.ts';
import { type Given, runCommand } from './lib/command-line.mjs';
import { isInstalled } from './lib/paths.mjs';
import { commandOf } from './lib/workspace.mjs';

await runCommand('create-remote', makeRemote, 'No remote was made: ');

async function makeRemote({ positionals: [id], values: { panel, permission, languages, e2e } }: Given) {
  const { files, title } = await createRemote(id, {
    panel,
    e2e,
    permission,
    languages: languages?.split(',').map((language) => language.trim()),
  });
  console.log(
    [
      `${id} is made, with the screen "${title}":`,
      ...files.map((file) => `  ${file}`),
      '',
      'Next:',
      ...(e2e && isInstalled ? ['  npm install    for Playwright, and npx playwright install chromium'] : []),
      `  cd ${id} && npm test && npm run build`,
      ...(e2e ? [`  npm run e2e    in ${id}: its browser test`] : []),
      `  ${commandOf('dev', id)}    in this folder: a console with the screen in its menu`,
      `What to change first is in ${id}/README.md.`,
    ].join('\n'),
  );
}
