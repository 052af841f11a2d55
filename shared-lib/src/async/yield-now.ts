/**
 * Lets the page handle what waits (input, painting) and goes on in a new task. Unlike a timer it is not slowed down in
 * a background tab.
 */
export function yieldNow(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
