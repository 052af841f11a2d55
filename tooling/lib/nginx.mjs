// Finds the nginx that the deployment's test runs, or installs Debian's when that is possible.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './chromium.mjs';

const installed = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));

/** Path of nginx: NGINX_PATH, an installed one, or Debian's package installed now. */
export function findNginx(log = console.log) {
  const found = process.env.NGINX_PATH ?? installed();
  if (found) return found;
  if (aptInstall(['nginx-light'], log)) {
    const fresh = installed();
    if (fresh) return fresh;
  }
  throw new Error('The test of the deployment needs nginx. Install nginx 1.18 or newer, or set NGINX_PATH to its program.');
}
