// Evaluates a remote's src/remote.ts, which declares data, in Node.
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { codeOf } from './errors.mjs';
import type { Remote } from '@device-console/shared-lib/remote';

/** Evaluating data takes milliseconds; code that runs longer than this never ends. */
const EVALUATION_LIMIT_MS = 10_000;

/** Evaluates src/remote.ts without loading any part. Throws if that takes longer than `limit` milliseconds. */
export async function evaluateRemote(packageDir: string, limit: number = EVALUATION_LIMIT_MS): Promise<Remote> {
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
  const remote = evaluated(outputFiles.map(({ text }) => text).join(''), { file, limit });
  if (!remote) throw new Error(`${packageDir}: src/remote.ts must export "remote", made by defineRemote().`);
  return remote;
}

function evaluated(code: string, { file, limit }: { file: string; limit: number }): Remote | undefined {
  try {
    const script = new Script(`(() => {${code}\nreturn declared; })()`, { filename: file });
    return script.runInThisContext({ timeout: limit }).remote;
  } catch (error) {
    if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`${file} did not end within ${limit / 1000} s. It is data: it must not wait or loop.`, {
      cause: error,
    });
  }
}
