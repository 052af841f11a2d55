/** Between the window that comes back from the identity provider and the page that waits for it (S30). */
const CHANNEL = 'device-console-sign-on';

const codeIn = (message: unknown): string | undefined =>
  typeof message === 'object' && message !== null && 'proof' in message && typeof message.proof === 'string'
    ? message.proof
    : undefined;

/** Hands the code of a proof to the page of this browser that waits for one; it opens nothing without its handle. */
export function tellSignOnProof(code: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ proof: code });
  channel.close();
}

/** Tells of the code of a proof that another window of this browser brings; returns how to stop that. */
export function onSignOnProof(listener: (code: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const code = codeIn(data);
    if (code !== undefined) listener(code);
  });
  return () => channel.close();
}
