// Compresses what a build made, once, for servers that send files as they lie.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Compresses the text files of a folder beside themselves, for servers that send them as they lie.
 * @type {(folder: string) => void}
 */
export function precompress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|html|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes));
  }
}
