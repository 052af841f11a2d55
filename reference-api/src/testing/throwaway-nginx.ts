import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);
const program = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';
const DEPLOYED = join(__dirname, '..', '..', '..', 'deploy', 'nginx');

/** nginx in front of instances of the API, each in its turn. */
interface ThrowawayNginx {
  readonly address: string;
  stop(): Promise<void>;
}

/** What deploy/nginx says of calls, without TLS. */
async function callsLocation(): Promise<string> {
  const [site, common] = await Promise.all(
    ['device-console.conf', 'snippets/device-console-server.conf'].map((name) =>
      readFile(join(DEPLOYED, name), 'utf8'),
    ),
  );
  const location = /^ {4}location \/api\/ \{\n {8}proxy_pass[^]*?\n {4}\}/m.exec(site ?? '')?.[0];
  if (location === undefined) throw new Error(`${DEPLOYED} has no location /api/`);
  return [...(common ?? '').split('\n').filter((line) => line.startsWith('proxy_')), location].join('\n');
}

/** Starts nginx with what deploy/nginx says of calls, in front of these addresses. */
export async function startThrowawayNginx(instances: readonly string[]): Promise<ThrowawayNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-nginx-'));
  const [port = 0] = await freePorts(1);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const main = join(folder, 'nginx.conf');
  const servers = instances.map((address) => `server ${new URL(address).host};`).join(' ');
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${join(folder, 'pid')}; error_log ${join(folder, 'log')};
events { worker_connections 64; }
http {
  access_log off; ${temporary} client_max_body_size 40m;
  upstream device_console_api { ${servers} }
  server { listen 127.0.0.1:${port}; ${await callsLocation()} }
}
`,
  );
  const nginx = (...args: string[]) => run(program, [...args, '-c', main, '-e', join(folder, 'log')]);
  await nginx();
  return {
    address: `http://127.0.0.1:${port}/api`,
    async stop() {
      await nginx('-s', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
