// `npx device-console preview mf-reports --accounts tester@example.com`: lets some people try a signed build until a
// date. --stop ends it before.
import { randomBytes } from 'node:crypto';
import { type Given, runCommand, wrongUse } from './lib/command-line.mjs';
import { candidateBuild, checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { readEmails } from './lib/publishing/emails.ts';
import { type Testers, endPreview, publishPreview } from './lib/publishing/releases.ts';
import { previewLink } from './lib/publishing/rules.ts';
import { consoleLayout } from './lib/layout.ts';

const STANDARD_DAYS = 3;

await runCommand('preview', async (given) => {
  const { accounts, link, stop, dist, console: consoleUrl } = given.values;
  if ((accounts !== undefined || link === true) === (stop === true))
    throw wrongUse('Say who tries it, or that it ends: --accounts, --link or both; or --stop.', given);
  const id = namedRemote(given);
  if (stop) {
    const { declaration, sequence } = await endPreview(await publisher(id, given));
    console.log(`The preview of ${id} is over; all have ${declaration.version} (sequence ${sequence})`);
    return;
  }
  const testers = readTesters(given);
  const place = await publisher(id, given);
  const build = await candidateBuild(id, dist, place.deployed);
  checkFit(place, build.declaration);
  const { entry, preview } = await publishPreview({ ...place, build, ...testers });
  const whom = [testers.accounts.join(' and '), testers.code === null ? '' : 'whoever opens its link'];
  console.log(
    `${id} ${build.declaration.version} can be tried by ${whom.filter(Boolean).join(', and ')} until ` +
      `${preview.until} (sequence ${entry.sequence}); ${entry.declaration.version} stays live`,
  );
  if (testers.code !== null) console.log(previewLink(consoleUrl ?? consoleLayout().address, id, testers.code));
});

function readTesters(given: Given): Testers {
  const { accounts, link, days = STANDARD_DAYS } = given.values;
  const code = link === true ? randomBytes(16).toString('hex') : null;
  return { accounts: accounts === undefined ? [] : readEmails(accounts, given), code, days };
}
