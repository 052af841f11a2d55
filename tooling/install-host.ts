// `deploy/install`: puts a console on a bare computer, or names what is missing there.
import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { type Given, runCommand, wrongUse } from './lib/command-line.mjs';
import { type HostSettings, keptSettings } from './lib/hosting/host.ts';
import { checkHost, installHost, obstacles, planHost } from './lib/hosting/install.ts';

await runCommand('install-host', install, 'Nothing further was done: ');

async function install(given: Given) {
  const settings = settingsOf(given);
  const { check, yes } = given.values;
  const hindrances = await obstacles();
  for (const hindrance of hindrances) console.log(hindrance);
  if (check) {
    const isWhole = checkHost(settings, console.log);
    if (!isWhole || hindrances.length > 0) process.exitCode = 1;
    return;
  }
  if (hindrances.length > 0) throw new Error('this computer is not ready, as said above.');
  planHost(settings, console.log);
  if (!yes && !(await isAgreed())) throw new Error('it was not agreed to. With --yes nobody is asked.');
  await installHost(settings, console.log);
}

/** What is said now, else what was said before. */
function settingsOf(given: Given): HostSettings {
  const { values } = given;
  const said = {
    console: values.console,
    remotes: values.remotes,
    certificate: values.certificate,
    acmeServer: values['acme-server'],
    superadmin: values.superadmin,
    phone: values.phone,
    gateway: values.gateway,
  };
  const settings = { ...keptSettings(), ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)) };
  const { console: name, remotes, certificate, superadmin, phone, gateway } = settings;
  if (!name || !remotes || !certificate || !superadmin || !phone || !gateway)
    throw wrongUse('Say --console, --remotes, --certificate, --superadmin, --phone and --gateway.', given);
  if (name === remotes) throw wrongUse('The store of remotes needs a name that nothing else has.', given);
  for (const host of [name, remotes])
    if (!/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/.test(host))
      throw wrongUse(`"${host}" is not the name of a computer, such as console.example.com.`, given);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(superadmin))
    throw wrongUse(`"${superadmin}" is not an e-mail address.`, given);
  if (gateway !== 'simulator' && !gateway.startsWith('https://'))
    throw wrongUse('--gateway is an https address, or simulator.', given);
  const source = certificate === 'acme' ? certificate : resolve(certificate);
  return { ...settings, console: name, remotes, certificate: source, superadmin, phone, gateway };
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
