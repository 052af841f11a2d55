// Evaluates a remote's src/remote.ts, which declares data, in Node.
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import type { Remote } from '@device-console/shared-lib/remote';

/** Evaluates src/remote.ts without loading any part. */
export async function evaluateRemote(packageDir: string): Promise<Remote> {
  const file = join(packageDir, 'src', 'remote.ts');
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'declared',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'parts-stay-outside',
        setup: (hooks) =>
          hooks.onResolve({ filter: /.*/ }, (request) =>
            request.kind === 'dynamic-import' ? { path: request.path, external: true } : undefined,
          ),
      },
    ],
  });
  const code = outputFiles.map(({ text }) => text).join('');
  const { remote } = runInThisContext(`(() => {${code}\nreturn declared; })()`, { filename: file });
  if (!remote) throw new Error(`${packageDir}: src/remote.ts must export "remote", made by defineRemote().`);
  return remote;
}
