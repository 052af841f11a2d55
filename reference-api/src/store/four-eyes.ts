/** From how many devices on a command waits for a second person, by its id; `any` is of every command. */
export type FourEyes = Readonly<Record<string, number>>;
