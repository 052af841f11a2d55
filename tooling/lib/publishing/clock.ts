// Compares the publisher's clock, which sets the dates of a publication, with the server's clock, which browsers use.
import { Refused } from './errors.ts';

const TOLERANCE_MS = 5 * 60_000;
const timeoutMs = 30_000;

/**
 * Throws if this computer's clock differs by more than 5 minutes from the clock of the server at `address`. Passes if
 * the server does not answer or sends no date: a later request reports that.
 */
export async function refuseWrongClock(address: string, now: () => number): Promise<void> {
  const before = now();
  const date = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => NaN,
  );
  // The server answered between `before` and now.
  const ahead = before - date > 0 ? before - date : Math.min(0, now() - date);
  if (!(Math.abs(ahead) > TOLERANCE_MS)) return;
  throw new Refused(
    `The clock of this computer is ${inWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of ` +
      `${address}, so the dates of a publication would be wrong. Set it. Nothing was published.`,
  );
}

function inWords(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes < 2 * 1440 ? `${minutes} minutes` : `${Math.round(minutes / 1440)} days`;
}
