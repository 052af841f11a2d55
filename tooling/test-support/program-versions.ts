// Prints the versions of the programs that the server's tests run, so that Nx reruns the tests if they change.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const { POSTGRES_BIN, NGINX_PATH, SYSTEMD_ANALYZE_PATH } = process.env;
for (const [program, option] of [
  [POSTGRES_BIN && join(POSTGRES_BIN, 'postgres'), '--version'],
  [NGINX_PATH, '-v'],
  [SYSTEMD_ANALYZE_PATH, '--version'],
]) {
  const { stdout, stderr } = spawnSync(program || 'none', [option ?? ''], { encoding: 'utf8' });
  console.log(`${program}: ${stdout}${stderr}`);
}
