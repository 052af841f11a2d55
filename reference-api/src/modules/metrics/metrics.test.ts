import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { createMetrics } from './metrics.ts';
import { later, settled } from '../../testing/dispatched-api.ts';
import { ENROLLED, fresh, startTestApi } from '../../testing/index.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { durationStep } from '../../core/time/duration-steps.ts';

const [first = '', second = ''] = ENROLLED;

const deployFile = (name: string) => readFile(join(__dirname, '..', '..', '..', '..', 'deploy', name), 'utf8');

const metrics = fresh(() => Promise.resolve(createMetrics()));
const api = fresh(() => startTestApi(undefined, { metrics }));

/** Reads the values of the metrics by their names and labels. */
async function figures(of = metrics): Promise<Readonly<Record<string, number>>> {
  const lines = (await of.text()).matchAll(/^([^#\n].*) (\S+)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value]) => [name, Number(value)]));
}

it('D17 metrics tell how many commands are on their way, and how old the oldest is', async () => {
  const operator = await api.as('operator');
  await operator.send(first);
  api.clock.advance(MINUTE);
  await operator.send(second);
  expect(await figures()).toMatchObject({
    'device_console_commands{state="queued"}': 2,
    'device_console_oldest_command_seconds{state="queued"}': 60,
    'device_console_commands{state="sent"}': 0,
    'device_console_oldest_command_seconds{state="sent"}': 0,
    device_console_open_batches: 0,
  });
  await api.worker.runOnce();
  expect(await figures()).toMatchObject({ 'device_console_commands{state="sent"}': 2 });
});

it('metrics tell of calls by route and status, of refusals, and of calls to the provider', async () => {
  const operator = await api.as('operator');
  await operator.call('homeData');
  await operator.call('getUsers');
  await api.call('homeData', {}, { token: 'unknown' });
  await operator.send(first);
  await api.worker.runOnce();
  await api.server.inject('/wp-login.php');
  const calls = 'device_console_http_seconds_count{method="GET",route=';
  expect(await figures()).toMatchObject({
    [`${calls}"/homeData.php",status="200"}`]: 1,
    [`${calls}"/homeData.php",status="401"}`]: 1,
    [`${calls}"/getUsers.php",status="403"}`]: 1,
    [`${calls}"unknown",status="404"}`]: 1,
    'device_console_refusals_total{status="401"}': 1,
    'device_console_refusals_total{status="403"}': 1,
    'device_console_refusals_total{status="429"}': 0,
    'device_console_gateway_seconds_count{call="submit",outcome="answered"}': 1,
  });
});

it('D17c metrics tell how long acknowledgements took, by the steps of the screen of operations', async () => {
  await (await api.as('operator')).send(first);
  await settled(api);
  await later(api, MINUTE);
  const told = await figures();
  expect(told).toMatchObject({
    device_console_acknowledged_seconds_count: 1,
    device_console_acknowledged_seconds_sum: 60,
  });
  const bucket = /^device_console_acknowledged_seconds_bucket\{le="([\d.]+)"\}$/;
  const bounds = Object.keys(told).flatMap((name) => bucket.exec(name)?.slice(1) ?? []);
  expect(bounds).toHaveLength(17);
  const milliseconds = bounds.map((bound) => Math.round(Number(bound) * 1000));
  expect(milliseconds.map((longest) => durationStep(longest + 1) - durationStep(longest))).toEqual(bounds.map(() => 1));
  const least = bounds.find((bound) => Number(bound) >= 60);
  expect(told[`device_console_acknowledged_seconds_bucket{le="${least}"}`]).toBe(1);
});

it('metrics say that the database is away, and no old figures', async () => {
  expect(await figures()).toMatchObject({ device_console_database_up: 1 });
  await api.store.db.destroy();
  const told = await figures();
  expect(told).toMatchObject({ device_console_database_up: 0 });
  expect(Object.keys(told).filter((name) => /_commands|oldest|open_batches/.test(name))).toEqual([]);
});

const namesIn = (expression: string): readonly string[] =>
  expression.match(/\b(device_console|nodejs|process)_\w+/g) ?? [];

const rule = v.strictObject({
  ...{ alert: v.string(), expr: v.string(), for: v.optional(v.string()) },
  labels: v.object({ severity: v.picklist(['page', 'ticket']) }),
  annotations: v.object({ summary: v.string(), action: v.string() }),
});
const rules = v.object({ groups: v.array(v.object({ rules: v.array(rule) })) });
const panel = v.object({ id: v.number(), title: v.string(), targets: v.array(v.object({ expr: v.string() })) });
const dashboard = v.object({ panels: v.array(panel) });

/** Returns the names of all metrics, from a server on which each has a value and whose database has a pool. */
async function toldNames(): Promise<ReadonlySet<string>> {
  const own = createMetrics();
  own.request('GET', '/homeData.php', 200, 0.1);
  own.gatewayCall('submit', 'unreachable', 0.1);
  own.acknowledged(0.1);
  const pool = () => ({ total: 1, idle: 0, waiting: 0 });
  const { clock, store } = api;
  own.watch({ store: { ...store, pool }, clock, gateway: 'simulator', largeBodies: () => 0 });
  return new Set(Object.keys(await figures(own)).map((name) => name.replace(/\{.*/, '')));
}

it('the files of deploy/ alert by figures that there are, each with what to do, and show all of ours', async () => {
  const told = await toldNames();
  const { groups } = v.parse(rules, parse(await deployFile('prometheus/alerts.yml')));
  const alerts = groups.flatMap((group) => group.rules);
  expect(alerts.length).toBeGreaterThan(8);
  expect(alerts.filter(({ expr }) => namesIn(expr).length === 0).map(({ alert }) => alert)).toEqual(['ApiDown']);
  const { panels } = v.parse(dashboard, JSON.parse(await deployFile('grafana/device-console.json')));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const targets = panels.flatMap((one) => one.targets);
  const named = [...alerts, ...targets].flatMap(({ expr }) => namesIn(expr));
  expect(named.filter((name) => !told.has(name))).toEqual([]);
  const bare = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  const shown = new Set(targets.flatMap(({ expr }) => namesIn(expr)).map(bare));
  const ours = [...told].filter((name) => name.startsWith('device_console_')).map(bare);
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});
