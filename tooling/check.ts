// `npx device-console check mf-reports`. Publishing and contract-check run the same check first.
import { runCommand } from './lib/command-line.mjs';
import { candidateBuild, namedRemote } from './lib/publishing/command.ts';

await runCommand('check', async (given) => {
  const id = namedRemote(given);
  const { declaration } = await candidateBuild(id, given.values.dist);
  console.log(`${id} ${declaration.version} holds nothing that the console refuses.`);
});
