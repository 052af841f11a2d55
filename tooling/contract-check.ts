// `npx device-console contract-check mf-reports`: would a console load this build, and show all of it?
import { runCommand } from './lib/command-line.mjs';
import { candidateBuild, fitProblems, namedRemote } from './lib/publishing/command.ts';
import { deployedConsole } from './lib/publishing/deployed-console.ts';

await runCommand('contract-check', async (given) => {
  const id = namedRemote(given);
  const deployed = await deployedConsole(given.values.console);
  const { declaration } = await candidateBuild(id, given.values.dist, deployed);
  const problems = fitProblems(declaration, deployed);
  if (problems.length === 0) {
    console.log(`${id} ${declaration.version} fits. ${deployed.name} provides all that it needs.`);
    return;
  }
  console.error(`${id} ${declaration.version} does not fit. ${deployed.name}:\n${problems.join('\n')}`);
  process.exitCode = 3;
});
