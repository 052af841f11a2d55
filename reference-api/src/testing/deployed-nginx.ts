import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';

/** Texts of deploy/nginx, and their replacements in a test. */
export type Replacements = readonly (readonly [string, string])[];

/** Replaces each text everywhere. Throws if one is missing. */
export function replaceAll(text: string, replacements: Replacements): string {
  return replacements.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`The file does not hold ${from}`);
    return done.replaceAll(from, to);
  }, text);
}

/** Writes a certificate for this computer and the names of deploy/nginx, which is its own authority, and its key. */
export async function makeCertificate(certificate: string, key: string): Promise<void> {
  const hosts = ['localhost', 'console.example.com', 'remotes.example.com'].map((name) => `DNS:${name}`);
  const names = [...hosts, 'IP:127.0.0.1'].join(',');
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  await run('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate]);
}

/** Starts nginx with the files of deploy/nginx in the test's own folder; `more` is added to its http context. */
export async function startDeployedNginx(deployed: string, folder: string, replacements: Replacements, more = '') {
  const [certificateFile, keyFile] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await makeCertificate(certificateFile, keyFile);
  const logs = join(folder, 'logs');
  const snippets = join(folder, 'snippets');
  await Promise.all([logs, snippets].map((path) => mkdir(path)));
  const places = (text: string): string =>
    text
      .replaceAll('/etc/nginx/snippets', snippets)
      .replaceAll('/var/log/nginx', logs)
      .replaceAll(/\/etc\/ssl\/\S+\/fullchain\.pem/g, certificateFile)
      .replaceAll(/\/etc\/ssl\/\S+\/privkey\.pem/g, keyFile);
  const copy = async (name: string, changes: Replacements = []) =>
    writeFile(join(folder, name), places(replaceAll(await readFile(join(deployed, name), 'utf8'), changes)));
  for (const name of await readdir(join(deployed, 'snippets'))) await copy(join('snippets', name));
  await copy('device-console.conf', replacements);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const main = join(folder, 'nginx.conf');
  await writeFile(
    main,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2;
pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 1024; }
http { ${temporary.join(' ')} ${more} include ${join(folder, 'device-console.conf')}; }
`,
  );
  const nginx = (...args: string[]) => run(program, [...args, '-c', main, '-e', join(folder, 'error.log')]);
  await nginx('-t');
  await nginx();
  return {
    /** Its certificate, which is its own authority. */
    certificateFile,
    logs: async () => ({
      access: await readFile(join(logs, 'device-console.log'), 'utf8'),
      errors: await readFile(join(logs, 'device-console-error.log'), 'utf8'),
    }),
    reload: async () => void (await nginx('-s', 'reload')),
    stop: async () => void (await nginx('-s', 'stop')),
  };
}
