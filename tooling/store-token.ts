// `npx device-console store-token mf-reports`: makes a team's token for a store behind HTTP.
import { resolve } from 'node:path';
import { runCommand, wrongUse } from './lib/command-line.mjs';
import { addToken, makeToken } from './lib/store-tokens.ts';

await runCommand('store-token', (given) => {
  const {
    positionals: remotes,
    values: { to, withdraws = false },
  } = given;
  if ((remotes.length === 0) !== withdraws) throw wrongUse('Name the remotes that may be written with it.', given);
  const { token, item } = makeToken(remotes, withdraws);
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
