// The remotes of a release: made live after its host, and taken back before it.
import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { publishFormer, type Publication, publishRelease } from '../publishing/own-remotes.ts';
import type { Log } from '../run-node.ts';
import { type HostSettings, keptSettings, run } from './host.ts';
import type { Step } from './step.ts';

export const configFolder = '/etc/device-console';
export const storeFolder = '/srv/device-console';
const web = join(configFolder, 'web');

/** The page and the backup read it as other users than the one who wrote it. */
export function shareConfig(): void {
  const config = join(web, 'config.json');
  const { uid, gid } = statSync(configFolder);
  chownSync(config, uid, gid);
  chmodSync(config, 0o644);
}

async function published(
  { remotes }: Pick<HostSettings, 'remotes'>,
  log: Log,
  publish: (publication: Publication) => Promise<boolean>,
): Promise<boolean> {
  const key = join(configFolder, 'keys');
  const isWhole = await publish({ web, to: storeFolder, origin: `https://${remotes}/`, key, log });
  run('chown', ['--recursive', 'device-console-store:device-console-readers', storeFolder]);
  run('chmod', ['--recursive', 'u+rwX,g+rX,g-w,o-rwx', storeFolder]);
  shareConfig();
  return isWhole;
}

export const remotesStep: Step = {
  title: 'Remotes',
  does: () => 'publishes the four remotes of this release with keys of their own; pages of before keep theirs',
  missing: () => [join(storeFolder, 'registry.json')].filter((file) => !existsSync(file)),
  work: async (settings, say) => {
    if (!(await published(settings, say, publishRelease))) throw new Error('Not every remote is live, as said above.');
  },
};

/** Before a host goes back: its remotes, as far as those of the release that is left are live. */
export async function takeRemotesBack(former: string, left: string, say: Log): Promise<void> {
  const { remotes } = keptSettings();
  if (remotes === undefined) throw new Error('This computer was not set up by deploy/install.');
  const isWhole = await published({ remotes }, say, (publication) => publishFormer(former, left, publication));
  if (!isWhole) throw new Error('not every remote is back, as said above.');
}
