// `npx device-console stack mf-reports < stack.txt`: by the source maps that publishing kept.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommand } from './lib/command-line.mjs';
import { readableStack } from './lib/publishing/readable-stack.ts';
import { type Store, mapsOf } from './lib/publishing/store.ts';
import { storeAt } from './lib/publishing/targets.ts';
import { hostBuild } from './lib/workspace.mjs';

await runCommand('stack', async ({ values, positionals: [id = ''] }) => {
  const store = storeAt(values.to);
  const stack = (await text(process.stdin)).trimEnd();
  let found = 0;
  const counted = (map: string | null): string | null => {
    if (map !== null) found += 1;
    return map;
  };
  const result = await readableStack(stack, async (url) => counted(await mapAt(store, id, url)));
  console.log(result);
  if (found === 0)
    throw new Error(
      `${store.name} keeps no source map of a file of this stack. Was that build published there, by a version ` +
        'that keeps them?',
    );
});

/** The source map of a script, whose address names its build. The host's is in the host's own build. */
async function mapAt(store: Store, id: string, url: string): Promise<string | null> {
  const [folder = '', file = ''] = new URL(url).pathname.split('/').slice(-2).map(decodeURIComponent);
  if (!/^[\w.~+@-]+$/.test(file)) return null;
  const ofHost = join(hostBuild(), `${file}.map`);
  if (id === 'shell') return existsSync(ofHost) ? readFileSync(ofHost, 'utf8') : null;
  if (!/^\w[\w.~+@-]*$/.test(folder)) return null;
  return (await store.readBytes(`${mapsOf(id, folder)}/${file}.map`))?.toString('utf8') ?? null;
}
