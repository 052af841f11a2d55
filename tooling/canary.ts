// `npx device-console canary mf-reports --share 0.1`: gives a build to some operators before everybody gets it.
// --promote or --stop ends the canary; --who tells whom it would reach.
import { type Given, runCommand, wrongUse } from './lib/command-line.mjs';
import { candidateBuild, checkFit, namedRemote, publisher } from './lib/publishing/command.ts';
import { readEmails } from './lib/publishing/emails.ts';
import { endCanary, publishCanary } from './lib/publishing/releases.ts';
import { roles as knownRoles, shareOf } from './lib/publishing/rules.ts';

type Audience = { share: number; roles: (typeof knownRoles)[number][] };

await runCommand('canary', async (given) => {
  const { share, roles, who, promote, stop, dist } = given.values;
  if ([share !== undefined || roles !== undefined, promote, stop].filter(Boolean).length !== 1)
    throw wrongUse(
      'Say who gets it, or how it ends: one of --share, --roles, --promote and --stop; the first two may go together.',
      given,
    );
  const id = namedRemote(given);
  if (promote || stop) {
    const entry = await endCanary({ ...(await publisher(id, given)), promote: promote === true });
    console.log(
      promote
        ? `${id} ${entry.declaration.version} is live for everybody (sequence ${entry.sequence})`
        : `The canary of ${id} is taken back; ${entry.declaration.version} is live for everybody (sequence ` +
            `${entry.sequence})`,
    );
    return;
  }
  const audience = readAudience(given);
  if (who !== undefined) {
    for (const email of readEmails(who, given)) console.log(describeReach(id, email, audience));
    return;
  }
  const place = await publisher(id, given);
  const build = await candidateBuild(id, dist, place.deployed);
  checkFit(place, build.declaration);
  const entry = await publishCanary({ ...place, build, ...audience });
  console.log(
    `${id} ${build.declaration.version} is the canary ${describeAudience(audience)} (sequence ` +
      `${entry.sequence}); ${entry.declaration.version} stays live for the others`,
  );
});

/** Roles are known to the console alone. */
function describeReach(id: string, email: string, { share, roles }: Audience): string {
  const place = shareOf(email, id);
  const least = Math.ceil((place + Number.EPSILON) * 1000) / 1000;
  const byRole = roles.length > 0 ? `, unless it is ${roles.join(' or ')}` : '';
  if (place < share) return `${email} gets it.`;
  return `${email} does not get it${byRole}: a share of ${least} reaches it.`;
}

function readAudience(given: Given): Audience {
  const { share = 0, roles } = given.values;
  const names = roles === undefined ? [] : roles.split(',');
  const known = knownRoles.filter((role) => names.includes(role));
  const unknown = names.find((name) => !known.some((role) => role === name));
  if (unknown !== undefined)
    throw wrongUse(`There is no role "${unknown}"; there are ${knownRoles.join(', ')}.`, given);
  if (share === 0 && names.length === 0) throw wrongUse('A share of 0 reaches nobody.', given);
  return { share, roles: known };
}

function describeAudience({ share, roles }: Audience): string {
  return [
    share > 0 ? `for ${Math.round(share * 1000) / 10} % of operators` : '',
    roles.length > 0 ? `for ${roles.join(' and ')}` : '',
  ]
    .filter(Boolean)
    .join(', and ');
}
