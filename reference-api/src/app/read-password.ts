import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Reads a password: typed at a terminal without echo, else the first line of standard input. */
export async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write('\n');
    return line;
  }
  return '';
}
