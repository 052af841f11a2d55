// `npx device-console rollback mf-reports`: makes an earlier build of a remote live again, under a new, higher
// sequence.
import { runCommand, wrongUse } from './lib/command-line.mjs';
import { checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { earlierBuild, rollBack } from './lib/publishing/releases.ts';

await runCommand('rollback', async (given) => {
  const { 'to-version': version, 'to-sequence': wanted } = given.values;
  const sequence = wanted === undefined ? undefined : Number(wanted);
  if (sequence !== undefined && (!Number.isInteger(sequence) || version !== undefined)) {
    throw wrongUse('Name one version or one sequence number.', given);
  }
  const id = namedRemote(given);
  const { target, by, deployed } = await publisher(id, given);
  const build = await earlierBuild({ target, id, by, version, sequence });
  checkFit(id, build.declaration, { deployed, by });
  const entry = await rollBack({ target, id, build, by });
  console.log(
    `${id} is back at version ${build.declaration.version}, live at ${entry.baseUrl} (sequence ${entry.sequence})`,
  );
});
