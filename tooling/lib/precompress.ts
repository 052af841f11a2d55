// Compresses the files of a build once, for servers that send them unchanged.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export function precompress(folder: string): void {
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
