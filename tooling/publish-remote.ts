// `npx device-console publish mf-reports`: builds one remote, signs it and makes it live in the registry of a store.
import { runCommand } from './lib/command-line.mjs';
import { candidateBuild, checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { publishBuild } from './lib/publishing/releases.ts';

await runCommand('publish-remote', async (given) => {
  const id = namedRemote(given);
  const place = await publisher(id, given);
  const build = await candidateBuild(id, given.values.dist, place.deployed);
  checkFit(place, build.declaration);
  const { changed, baseUrl, entry } = await publishBuild({ ...place, build });
  console.log(
    changed
      ? `${id} ${build.declaration.version} is live at ${baseUrl} (sequence ${entry.sequence})`
      : `${id} is unchanged, live at ${baseUrl}`,
  );
});
