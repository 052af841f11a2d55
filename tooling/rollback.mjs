// `npm run rollback -- mf-reports`: makes an earlier build of a remote live again, as a new, higher sequence.
import { checkFit, namedRemote, publisher, runCommand, wrongUse } from './lib/publishing/command.mjs';
import { earlierBuild, rollBack } from './lib/publishing/releases.mjs';
import { commandOf } from './lib/workspace.mjs';

const usage = commandOf('rollback', '<remote> [--to-version <version> | --to-sequence <number>] [--to <folder or URL> [--origin <public address>]] [--console <URL>] [--key <pem>]');

await runCommand(usage, { 'to-version': { type: 'string' }, 'to-sequence': { type: 'string' } }, async (given) => {
  const { 'to-version': version, 'to-sequence': wanted } = given.values;
  const sequence = wanted === undefined ? undefined : Number(wanted);
  if (sequence !== undefined && (!Number.isInteger(sequence) || version !== undefined)) throw wrongUse('Name one version or one sequence number.', usage);
  const id = namedRemote(given);
  const { target, by, deployed } = await publisher(id, given);
  const build = await earlierBuild({ target, id, version, sequence });
  checkFit(id, build.declaration, { deployed, by }, given.values['even-if-refused']);
  const entry = await rollBack({ target, id, build, by });
  console.log(`${id} is back at version ${build.declaration.version}, live at ${entry.baseUrl} (sequence ${entry.sequence})`);
});
