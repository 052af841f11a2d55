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
  const challenges = join(folder, 'challenges');
  await Promise.all([logs, snippets, challenges].map((path) => mkdir(path)));
  const places = (text: string): string =>
    text
      .replaceAll('/etc/nginx/snippets', snippets)
      .replaceAll('/var/log/nginx', logs)
      .replaceAll('/var/www/device-console', challenges)
      .replaceAll('/etc/device-console/tls/fullchain.pem', certificateFile)
      .replaceAll('/etc/device-console/tls/privkey.pem', keyFile);
  const textOf = (name: string): Promise<string> => readFile(join(deployed, name), 'utf8');
  for (const name of await readdir(join(deployed, 'snippets')))
    await writeFile(join(snippets, name), places(await textOf(join('snippets', name))));
  const sites = await Promise.all(['device-console.conf', 'device-console-others.conf'].map(textOf));
  // The ports of a test are those of IPv4 alone.
  const text = replaceAll(sites.join('\n').replaceAll(/^ *listen \[::\].*\n/gm, ''), replacements);
  await writeFile(join(folder, 'device-console.conf'), places(text));
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
    /** Where the answers to an ACME server's questions lie. */
    challenges,
    logs: async () => ({
      access: await readFile(join(logs, 'device-console.log'), 'utf8'),
      errors: await readFile(join(logs, 'device-console-error.log'), 'utf8'),
    }),
    reload: async () => void (await nginx('-s', 'reload')),
    stop: async () => void (await nginx('-s', 'stop')),
  };
}
