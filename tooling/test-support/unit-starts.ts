// What systemd does of a unit when it starts one, where no systemd runs: the user, the settings, the secrets as files,
// the folder of its state. Not what it denies a service.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BareHost } from './bare-host.ts';

/** Starts a unit of a host by its name, such as device-console-api@3101. */
export async function startUnit(host: BareHost, name: string): Promise<ChildProcess> {
  const [template = '', instance = ''] = name.split('@');
  const file = host.at('etc/systemd/system', `${template}${instance ? '@' : ''}.service`);
  const secrets = join('/run/credentials', name);
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).replaceAll('%d', secrets).split('\n');
  const valuesOf = (key: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
  const [user = ''] = valuesOf('User');
  host.succeed(['install', '--directory', `--owner=${user}`, '--mode=0500', secrets]);
  for (const [credential = '', path = ''] of valuesOf('LoadCredential').map((value) => value.split(':'))) {
    const given = host.run(['test', '-e', path]).status === 0 ? path : '/dev/null';
    host.succeed(['install', `--owner=${user}`, '--mode=0400', given, join(secrets, credential)]);
  }
  for (const state of valuesOf('StateDirectory'))
    host.succeed([
      'install',
      '--directory',
      `--owner=${user}`,
      `--group=${user}`,
      '--mode=0700',
      join('/var/lib', state),
    ]);
  const ofFiles = valuesOf('EnvironmentFile').flatMap((path) => readFileSync(host.at(path), 'utf8').split('\n'));
  const settings = [...ofFiles, ...valuesOf('Environment')].flatMap((line) => {
    const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  const [command = ''] = valuesOf('ExecStart');
  const [folder = '/'] = valuesOf('WorkingDirectory');
  const isApi = template === 'device-console-api';
  return host.start(command.split(' '), {
    user,
    folder,
    env: Object.fromEntries(settings),
    ready: isApi ? 'Device Console API on' : 'listening on',
  });
}
