// Refuses to start a console on ports that other programs use.
import { createServer } from 'node:net';
import { codeOf } from './errors.mjs';

/** The API's port is this much above the console's. */
export const API_OFFSET = 100;
/** The API's name among a console's processes. */
export const apiName = 'reference-api';

export async function refuseTakenPorts(parts: readonly { name: string; port: number; host: string }[]) {
  const free = await Promise.all(parts.map(({ port, host }) => isFreeOn(port, host)));
  const taken = parts[free.indexOf(false)];
  if (!taken) return;
  const place = taken.name === apiName ? `which is PORT + ${API_OFFSET}, ` : '';
  throw new Error(
    `Port ${taken.port}, where ${taken.name} is to listen, ${place}is taken by another program. ` +
      `End that program, or choose others by PORT, such as PORT=${Number(process.env['PORT'] ?? 3000) + 1000}.`,
  );
}

/**
 * A server on localhost listens on both loopbacks and silently skips a taken one: some browsers would then show the
 * other program's page.
 */
async function isFreeOn(port: number, host: string): Promise<boolean> {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  const free = await Promise.all(addresses.map((address) => couldListen(port, address)));
  return !free.includes(false);
}

/** True also for a loopback address that this computer lacks. */
function couldListen(port: number, address: string): Promise<boolean> {
  return new Promise((answer, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const code = codeOf(error) ?? '';
      if (['EADDRINUSE', 'EACCES'].includes(code)) answer(false);
      else if (address === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) answer(true);
      else reject(error);
    });
    server.listen(port, address, () => server.close(() => answer(true)));
  });
}
