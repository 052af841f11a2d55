/** Connects the window that returns from the identity provider to the page that waits (S30). */
const CHANNEL = 'device-console-sign-on';

const codeIn = (message: unknown): string | undefined =>
  typeof message === 'object' && message !== null && 'proof' in message && typeof message.proof === 'string'
    ? message.proof
    : undefined;

/** Passes a proof's code to the waiting page of this browser. The code is useless without that page's handle. */
export function sendSignOnProof(code: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ proof: code });
  channel.close();
}

/** Listens for a proof's code from another window. Returns a function that stops it. */
export function onSignOnProof(listener: (code: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const code = codeIn(data);
    if (code !== undefined) listener(code);
  });
  return () => channel.close();
}
