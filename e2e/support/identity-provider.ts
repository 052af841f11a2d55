import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ended, listening, rootDir } from './test-console.ts';

/** An identity provider on this machine; its login page accepts any password. */
export interface IdentityProvider {
  /** Variables that register a console at its address. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets which e-mail addresses it vouches for, by the name typed at its login. */
  vouchFor(people: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

const SECRET = 'of the browser tests';

/** Starts the provider of the API's tests for a console at this port. */
export async function startIdentityProvider(consolePort: number, port: number): Promise<IdentityProvider> {
  const api = join(rootDir, 'reference-api');
  const folder = join(api, 'dist', `identity-${process.pid}`);
  await promisify(execFile)(process.execPath, [join(api, 'build.mjs'), folder, 'src/testing/identity/main.ts']);
  const issuer = `http://127.0.0.1:${port}`;
  const env = {
    IDENTITY_PORT: String(port),
    IDENTITY_REDIRECTS: `http://localhost:${consolePort}/api/signIn/callback`,
    IDENTITY_SECRET: SECRET,
  };
  const spec = { name: 'identity provider', args: [join(folder, 'main.mjs')], env, ready: `on ${issuer}` };
  const child = await listening(spec, process.env);
  return {
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'device-console',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_NAME: 'Example Account',
    },
    async vouchFor(emails) {
      const people = Object.fromEntries(
        Object.entries(emails).map(([name, email]) => [name, { email, email_verified: true }]),
      );
      const reply = await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify({ people }) });
      if (!reply.ok) throw new Error(await reply.text());
    },
    async close() {
      await ended(child, 'SIGTERM');
      await rm(folder, { recursive: true });
    },
  };
}
