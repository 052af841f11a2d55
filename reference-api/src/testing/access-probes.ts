import { calls, type CallAccess, type Command } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import type { TokenCallName } from '../core/calls/context.ts';
import { services } from '../app/services.ts';
import { commandsOf, sampleBody } from './sample-bodies.ts';

/** What a call asks of its caller, as the requirements say it. */
export type Need =
  | { readonly kind: 'session' }
  | { readonly kind: 'command'; readonly permission: string }
  | { readonly kind: 'command-of-superadmins' }
  | { readonly kind: 'permission'; readonly permission: string }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'figures' };

/** One way to make a call. */
export interface Probe {
  readonly title: string;
  readonly path: string;
  readonly need: Need;
  readonly send:
    | { readonly kind: 'call'; readonly name: TokenCallName; readonly body: object }
    | { readonly kind: 'copy'; readonly level: string }
    | { readonly kind: 'file' };
}

/** D20: a command's permission is named as its screen's title. D9: Device Action is the superadmins'. */
function needOfCommand({ title }: Command): Need {
  return title === 'Device Action' ? { kind: 'command-of-superadmins' } : { kind: 'command', permission: title };
}

/** Calls for batches of any command, which need what the call of one of their items needs (D2c, D9). */
const ofItems: ReadonlySet<TokenCallName> = new Set<TokenCallName>(['batchItems', 'batchCheck', 'batchClaim']);

function needOf(access: Exclude<CallAccess, 'command'>): Need {
  if (access === 'session') return { kind: 'session' };
  if (access === 'figures') return { kind: 'figures' };
  if (access === 'anyone') throw new Error('A call with a token cannot be for anyone.');
  if (access.roles && access.permission === undefined && !access.anyPermission)
    return { kind: 'roles', roles: access.roles };
  if (access.permission !== undefined && !access.roles && !access.anyPermission)
    return { kind: 'permission', permission: access.permission };
  throw new Error(
    'A call asks for something that the matrix has no principle for yet: add it to Need and to mayByTheRules.',
  );
}

function probesOf(name: TokenCallName): readonly Probe[] {
  const { access, path } = calls[name];
  if (access !== 'command')
    return [{ title: name, path, need: needOf(access), send: { kind: 'call', name, body: sampleBody(name) } }];
  return commandsOf(name).map((command) => ({
    title: `${name} ${command.id}`,
    path,
    need:
      ofItems.has(name) && command.batch?.dispatch === 'adminLockNotification'
        ? { kind: 'roles', roles: ['SUPERADMIN'] }
        : needOfCommand(command),
    send: { kind: 'call', name, body: sampleBody(name, command) },
  }));
}

/** Every call of the contract with a token, those about commands once per command; every copy call; a file download. */
export const probes: readonly Probe[] = [
  ...(Object.keys(services) as TokenCallName[]).flatMap(probesOf),
  ...copyCalls.map(({ command, call }): Probe => ({
    title: call.path,
    path: call.path,
    need: needOfCommand(command),
    send: { kind: 'copy', level: command.variants[0].choice?.value ?? 'default' },
  })),
  { title: 'files', path: 'files', need: { kind: 'permission', permission: 'Reports' }, send: { kind: 'file' } },
];
