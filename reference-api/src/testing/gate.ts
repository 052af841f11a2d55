/** A place at which a test stops others until it opens it. */
export interface Gate {
  /** Resolves once somebody waits at the gate. */
  readonly reached: Promise<void>;
  /** Waits until the gate is open. */
  pass(): Promise<void>;
  open(): void;
}

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { given, give: () => give() };
}

export function createGate(): Gate {
  const [reached, opened] = [signal(), signal()];
  return {
    reached: reached.given,
    async pass() {
      reached.give();
      await opened.given;
    },
    open: opened.give,
  };
}
