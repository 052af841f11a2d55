const CHANNEL = 'device-console-sent';

/** Tells every page of this browser, this one included, that a command was or may have been sent: its IMEI, or ALL. */
export function notifySent(target: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(target);
  channel.close();
}

/** Calls the listener with the target of each command sent in this browser; returns an unsubscribe function. */
export function onSent(listener: (target: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  });
  return () => channel.close();
}
