// `npm run contract-check -- mf-reports --console <URL>`: would the console that is deployed there load this build?
import { candidateBuild, namedRemote, runCommand } from './lib/publishing/command.mjs';
import { contractProblems, deployedConsole } from './lib/publishing/deployed-console.mjs';
import { commandOf } from './lib/workspace.mjs';

await runCommand(commandOf('contract-check', '<remote> [--console <URL>] [--dist <folder>]'), { dist: { type: 'string' } }, async (given) => {
  const id = namedRemote(given);
  const deployed = await deployedConsole(given.values.console);
  const { declaration } = await candidateBuild(id, given.values.dist);
  const problems = contractProblems(declaration, deployed);
  if (problems.length === 0) {
    console.log(`${id} ${declaration.version} fits. ${deployed.name} provides all that it needs.`);
    return;
  }
  console.error(`${id} ${declaration.version} does not fit. ${deployed.name}:\n${problems.join('\n')}`);
  process.exitCode = 3;
});
