// Serves one remote from a dev server to the superadmin of a deployed console. Nothing is published, and the console is
// not changed.
import { settledLayout } from '../lib/layout.ts';
import { withSlash } from '../lib/publishing/asking.ts';
import { fitProblems } from '../lib/publishing/command.ts';
import { deployedConsole } from '../lib/publishing/deployed-console.ts';
import { serveDevelopmentRemote } from './development-remote.ts';
import type { Log } from '../lib/run-node.ts';

/** Starts the dev server of remote `id` for the console at `address`. `link` turns it on there. */
export async function serveAgainst(id: string, address: string, log: Log) {
  const base = baseOf(address);
  const layout = settledLayout();
  if (!/^(localhost|127(\.\d{1,3}){3})$/.test(layout.bind))
    throw new Error(`a deployed console loads from this computer alone, and HOST is "${layout.bind}". Leave it out.`);
  const deployed = await deployedConsole(base.href);
  if (deployed.config.allowDevelopment !== true)
    throw new Error(
      `${deployed.name} does not allow it. Its administrator sets "allowDevelopment": true in its config.json.`,
    );
  const origin = layout.devAddress;
  let told = '';
  const server = await serveDevelopmentRemote(id, {
    origin,
    host: layout.bind,
    port: layout.devPort,
    log,
    against: base.origin,
    onBuilt: (declaration) => {
      const problems = fitProblems(declaration, deployed).join(' ');
      if (problems !== told && problems !== '') log(`${deployed.name} will refuse ${id} as it is. ${problems}`);
      told = problems;
    },
  });
  const link = new URL('superadmin/platform', base);
  link.hash = `develop=${id}&from=${encodeURIComponent(origin)}`;
  return { origin, link: link.href, end: () => server.stop() };
}

function baseOf(address: string): URL {
  const base = URL.canParse(address) ? new URL(withSlash(address)) : null;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new Error(`"${address}" is no address of a console. Write it whole, such as https://console.example.com.`);
  return base;
}
