import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_DEVICES, demoImei, demoSecondImei } from '../demo-imei.ts';
import { startKnoxStandIn } from '../../../testing/knox-guard/knox-stand-in.ts';

/** Milliseconds until a phone of the demo has done what it was sent. */
const DELAY = 20_000;

/** Starts the stand-in of Knox Guard with the phones of the demo, and prints how to start the demo with it. */
async function main(): Promise<void> {
  const knox = await startKnoxStandIn({ delay: DELAY }, Number(process.env['KNOX_PORT'] ?? '3190'));
  for (let index = 0; index < DEMO_DEVICES; index += 1) knox.add([demoImei(index)], { imei2: demoSecondImei(index) });
  const file = await knox.writeCredentials(await mkdtemp(join(tmpdir(), 'knox-guard-')));
  const variables = `GATEWAY=knox-guard KNOX_API=${knox.url} KNOX_CREDENTIALS_FILE=${file} KNOX_CONTACT=9000000001`;
  process.stdout.write(`Stand-in of Knox Guard on ${knox.url}. Now run:\n${variables} npm start\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
