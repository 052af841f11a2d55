// `npx device-console rollback mf-reports`: makes an earlier build live again, under a new, higher sequence.
import { runCommand } from './lib/command-line.mjs';
import { checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { earlierBuild, rollBack } from './lib/publishing/releases.ts';

await runCommand('rollback', async (given) => {
  const id = namedRemote(given);
  const place = await publisher(id, given);
  const build = await earlierBuild({ ...place, version: given.values['to-version'] });
  checkFit(place, build.declaration);
  const entry = await rollBack({ ...place, build });
  console.log(
    `${id} is back at version ${build.declaration.version}, live at ${entry.baseUrl} (sequence ${entry.sequence})`,
  );
});
