// `npx device-console store-token mf-reports`: makes a team's token for a store behind HTTP.
import { resolve } from 'node:path';
import { runCommand, usageOf } from './lib/command-line.mjs';
import { addToken, makeToken } from './lib/store-tokens.ts';

await runCommand('store-token', ({ positionals: remotes, values: { to, team, withdraws = false } }) => {
  if (remotes.length === 0 && !withdraws)
    throw new Error(`Name the remotes that may be written with it: ${usageOf('store-token')}`);
  const { token, item } = makeToken(remotes, { withdraws, ...(team !== undefined && { team }) });
  const holder = withdraws ? 'watches canaries' : `publishes ${remotes.join(', ')}`;
  if (to !== undefined) addToken(resolve(to), item);
  console.log(
    [
      `The token, for STORE_TOKEN of whoever ${holder}. It is kept nowhere, so it cannot be shown again:`,
      token,
      ...(to === undefined
        ? ['Add this to the list of tokens of the store:', JSON.stringify(item, null, 1)]
        : [`${to} lists it. A store that runs knows it from now on.`]),
    ].join('\n'),
  );
});
