// `npx device-console rollback mf-reports`: makes an earlier build live again, under a new, higher sequence.
import { runCommand } from './lib/command-line.mjs';
import { checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { rollBack } from './lib/publishing/releases.ts';

await runCommand('rollback', async (given) => {
  const id = namedRemote(given);
  const place = await publisher(id, given);
  const check = (declaration: Parameters<typeof checkFit>[1]) => checkFit(place, declaration);
  const { declaration, baseUrl, sequence } = await rollBack({ ...place, version: given.values['to-version'], check });
  console.log(`${id} is back at version ${declaration.version}, live at ${baseUrl} (sequence ${sequence})`);
});
