/** Lets the page handle what waits, and goes on in a new task. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
