export type Gate = ReturnType<typeof createGate>;

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { given, give: () => give() };
}

/** A place at which a test stops others until it opens it. */
export function createGate() {
  const [reached, opened] = [signal(), signal()];
  return {
    /** Resolves once somebody waits at the gate. */
    reached: reached.given,
    /** Waits until the gate is open. */
    async pass() {
      reached.give();
      await opened.given;
    },
    open: opened.give,
  };
}
