import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpGateway } from '../../core/gateway/http-gateway.ts';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { Clock } from '../../core/time/clock.ts';
import { CALLBACK_SECRET } from '../dispatched-api.ts';
import { startProvider, type KeptCommand } from '../provider/provider.ts';
import { newFolder } from '../test-run.ts';
import type { Phones } from './phones.ts';

const open: ReadonlySet<string> = new Set(['queued', 'sent', 'unknown']);

const isInOrder = (ids: readonly number[]) => ids.every((id, index) => id >= (ids[index - 1] ?? 0));

/** Compares commands with what their phones did, and their order with that in which the provider took them. */
function* wrongOfKept(rows: readonly CommandRow[], kept: readonly KeptCommand[]): Generator<string> {
  const keptByKey = new Map(kept.map((one) => [one.key, one]));
  for (const row of rows) {
    const executions = keptByKey.get(commandKey(row))?.executions ?? 0;
    const name = `${row.action} of ${row.imei} (${row.transaction_id}), ${row.status} "${row.failure}",`;
    if (open.has(row.status)) yield `${name} has no outcome`;
    if (executions !== (row.status === 'acknowledged' ? 1 : 0)) yield `${name} was carried out ${executions} times`;
  }
  const numbers = new Map(rows.map((row) => [commandKey(row), row.id]));
  // A command that was retried has left its former key there, not executed.
  for (const { key, imei, executions } of kept)
    if (executions > 0 && !numbers.has(key)) yield `${imei} has executed ${key}, which is not ours`;
  for (const imei of new Set(rows.map((row) => row.imei))) {
    const taken = kept.flatMap((one) => (one.imei === imei ? (numbers.get(one.key) ?? []) : []));
    if (!isInOrder(taken)) yield `the provider had the commands of ${imei} as ${taken.join(', ')}`;
  }
}

/** Starts a provider that speaks the protocol of docs/provider-api.yaml. */
export async function startHttpPhones(clock?: Clock): Promise<Phones> {
  const provider = await startProvider(clock ? { clock } : {});
  const secretsFile = join(newFolder(), 'secrets.json');
  await writeFile(secretsFile, JSON.stringify([CALLBACK_SECRET]));
  return {
    url: provider.url,
    actions: ['lock', 'unlock', 'blockapp', 'unblockapp'],
    variables: async (url) => ({ DEVICE_GATEWAY_URL: url, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: secretsFile }),
    gateway: async () => createHttpGateway(provider.url),
    add: () => undefined,
    /** Beside a refusal, the provider denies a key that it has, or that reaches it later: only when it is sure. */
    fit(plan) {
      const { faults, provider: how } = plan;
      if (!how.faults.some(({ kind, status }) => (kind === 'answer' || kind === 'act') && status === 400)) return plan;
      const isLate = ({ place, fault: { kind } }: (typeof faults)[number]) =>
        place === 'provider' && (kind === 'freeze' || kind === 'delay');
      return {
        ...plan,
        provider: { ...how, faults: how.faults.filter(({ kind }) => kind !== 'forget') },
        faults: faults.filter((one) => !isLate(one)),
      };
    },
    behave: (how) => provider.behave(how),
    callBackTo: (url) => provider.callBackTo(`${url}/gateway/outcomes`, CALLBACK_SECRET),
    execute: () => provider.execute(),
    isOpen: ({ status }) => open.has(status),
    wrongOf: (rows, imeis) =>
      wrongOfKept(
        rows,
        [...provider.state.commands.values()].filter(({ imei }) => imeis.includes(imei)),
      ),
    close: () => provider.close(),
  };
}
