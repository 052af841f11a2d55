// `npx device-console check mf-reports`: does a remote hold anything that every console refuses? Publishing and
// contract-check ask the same first.
import { candidateBuild, namedRemote, runCommand } from './lib/publishing/command.mjs';

await runCommand('check', async (given) => {
  const id = namedRemote(given);
  const { declaration } = await candidateBuild(id, given.values.dist);
  console.log(`${id} ${declaration.version} holds nothing that the console refuses.`);
});
