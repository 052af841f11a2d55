import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDevicesFrom } from '../../app/configuration/environment.ts';
import { runCli } from '../../app/run-cli.ts';
import { startApi } from '../../app/start-api.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { fresh } from '../../testing/fixtures.ts';
import { audited, newFolder } from '../../testing/index.ts';
import { knoxImeis } from './testing/knox-console.ts';
import { startKnoxStandIn } from '../../testing/knox-guard/knox-stand-in.ts';
import { settingsWith } from '../../testing/least-settings.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { openStore } from '../../app/open-store.ts';

const knox = fresh(() => startKnoxStandIn({ clock: new TestClock() }));
const folder = newFolder();

async function environment() {
  return {
    GATEWAY: 'knox-guard',
    KNOX_API: `${knox.url}/`,
    KNOX_CREDENTIALS_FILE: await knox.writeCredentials(folder),
    KNOX_CONTACT: 'pay@lender.example',
  };
}

it('D17c GATEWAY=knox-guard is Knox Guard at the address of a region, or at another', async () => {
  const given = await environment();
  expect(settingsWith(given).knoxGuard).toMatchObject({
    url: knox.url,
    credentials: { clientIdentifier: knox.clientIdentifier, publicKey: knox.keys.Public },
    contact: 'pay@lender.example',
    lockMessage: 'This phone is locked. Please contact your lender.',
  });
  const { knoxGuard } = settingsWith({ ...given, KNOX_API: '', KNOX_REGION: 'eu' });
  expect(knoxGuard?.url).toBe('https://eu-kcs-api.samsungknox.com');
  expect(settingsWith({ ...given, GATEWAY: 'simulator' }).knoxGuard).toBeUndefined();
});

it.each([
  [{ KNOX_REGION: 'us' }, 'KNOX_API and KNOX_REGION are both set.'],
  [{ KNOX_REGION: 'moon', KNOX_API: '' }, 'KNOX_REGION="moon" must be us or eu.'],
  [{ KNOX_API: '' }, 'Knox Guard also needs KNOX_REGION; docs/provider.md says how.'],
  [{ KNOX_API: '', KNOX_CONTACT: '' }, 'Knox Guard also needs KNOX_REGION, KNOX_CONTACT;'],
  [{ KNOX_API: 'http://knox.example' }, 'KNOX_API="http://knox.example" must be an https address'],
  [{ KNOX_CREDENTIALS_FILE: '/nowhere' }, 'KNOX_CREDENTIALS_FILE: '],
  [{ KNOX_LOCK_MESSAGE: 'x'.repeat(351) }, 'must have at most 350 characters.'],
  [{ DEVICE_GATEWAY_URL: 'https://p.example' }, 'DEVICE_GATEWAY_URL and GATEWAY=knox-guard are both set.'],
])('D17c refuses %j and says what to do', async (change, message) => {
  const given = { ...(await environment()), ...change };
  expect(() => settingsWith(given)).toThrow(message);
});

it('D17c refuses files of credentials in words that quote no key', async () => {
  const given = await environment();
  const file = join(folder, 'other.json');
  const read = async (content: object) => {
    await writeFile(file, JSON.stringify(content));
    return () => settingsWith({ ...given, KNOX_CREDENTIALS_FILE: file });
  };
  expect(await read({ clientIdentifier: 'secret-id' })).toThrow('must hold {"clientIdentifier": "…", "keys": ');
  await writeFile(join(folder, 'bad.json'), JSON.stringify({ Private: 'secret' }));
  const withBadKeys = await read({ clientIdentifier: 'secret-id', keys: 'bad.json' });
  expect(withBadKeys).toThrow('must hold "Public" and "Private"');
  expect(withBadKeys).not.toThrow('secret');
});

it('D17c a server with GATEWAY=knox-guard starts, and says so', async () => {
  const api = await startApi({ ...settingsWith({ ...(await environment()), DATA_DIR: newFolder() }), port: 0 });
  const ready = await fetch(`${api.address}/readyz`);
  expect(await ready.json()).toMatchObject({ gateway: 'knox-guard' });
  expect(ready.headers.get('x-device-commands')).toBe('lock,unlock,notify,release');
  await api.close();
});

describe('import-devices --from knox-guard', () => {
  const location = () => ({ file: join(newFolder(), 'console.db') });

  it('D20 registers the devices of all pages, says which it left out, and may run again', async () => {
    const imeis = knoxImeis(230);
    knox.add(imeis.slice(0, 228), { model: 'SM-A155F' });
    knox.add(imeis.slice(228, 229), { status: 'Pending' });
    knox.add(imeis.slice(229), { status: 'Complete' });
    const at = location();
    const given = await environment();
    const devicesFrom = (name: string) => readDevicesFrom({ ...given, GATEWAY: '' }, name, new TestClock());
    const run = () => runCli(['import-devices', '--from', 'knox-guard'], cliParts(at, { devicesFrom }));
    expect(await run()).toEqual([
      '228 devices registered, 0 registered again, 0 were enrolled already, 2 devices refused.',
      `${imeis[228]}: its state at Knox Guard is "Pending"`,
      `${imeis[229]}: its state at Knox Guard is "Complete"`,
    ]);
    expect((await run())[0]).toBe(
      '0 devices registered, 0 registered again, 228 were enrolled already, 2 devices refused.',
    );
    const store = await openStore(at);
    const devices = await store.db.selectFrom('devices').selectAll().orderBy('imei1').execute();
    expect(devices).toHaveLength(228);
    expect(devices[0]).toMatchObject({ imei1: imeis[0], brand: 'Samsung', model: 'SM-A155F' });
    expect((await audited(store, { call: 'import-devices' }))[0]).toMatchObject({ said: { from: 'knox-guard' } });
    await store.close();
  });

  it('D20 says that devices are missing, if pages repeat themselves or end too early', async () => {
    const imeis = knoxImeis(230);
    knox.add(imeis);
    const at = location();
    const given = await environment();
    const devicesFrom = (name: string) => readDevicesFrom(given, name, new TestClock());
    const run = () => runCli(['import-devices', '--from', 'knox-guard'], cliParts(at, { devicesFrom }));
    for (const [kind, registered] of [
      ['repeated', 100],
      ['cut', 128],
    ] as const) {
      knox.behave({ faults: [{ at: 'devices/list', kind }] });
      const [counts, ...refused] = await run();
      expect(counts).toMatch(new RegExp(`^${registered} devices registered, `));
      expect(refused).toEqual([expect.stringMatching(/^Knox Guard has \d+ devices, and its pages only \d+ different/)]);
    }
    knox.behave({ faults: [] });
    expect(await run()).toEqual([
      '2 devices registered, 0 registered again, 228 were enrolled already, 0 devices refused.',
    ]);
  });

  it.each([
    [['--from', 'moon'], 'Devices cannot be imported from "moon". They can from knox-guard, and a file.'],
    [['devices.csv', '--from', 'knox-guard'], 'This needs one file, or where to import from:'],
  ])('D20 refuses %j in words', async (args, message) => {
    const given = await environment();
    const devicesFrom = (name: string) => readDevicesFrom(given, name, new TestClock());
    const run = async () => runCli(['import-devices', ...args], cliParts(location(), { devicesFrom }));
    await expect(run()).rejects.toThrow(message);
  });

  it('D20 says why Knox Guard gave no list, and how far it came', async () => {
    knox.add(knoxImeis(120));
    knox.behave({ faults: [{ at: 'devices/list', kind: 'answer', status: 429 }] });
    const given = await environment();
    const devicesFrom = (name: string) => readDevicesFrom(given, name, new TestClock());
    const run = runCli(['import-devices', '--from', 'knox-guard'], cliParts(location(), { devicesFrom }));
    await expect(run).rejects.toThrow(
      /^Knox Guard answered 429 to devices\/list: .* 0 devices were read\. Run it again/,
    );
  });
});
