/** A page in a browser of any engine, worked as a person does. Elements are named by XPath and must be visible. */
export interface EnginePage {
  goto(address: string): Promise<void>;
  /** Waits for an element; returns its text. */
  text(xpath: string): Promise<string>;
  press(xpath: string): Promise<void>;
  /** Replaces the content of a field. */
  type(xpath: string, text: string): Promise<void>;
  /** Chooses a file in an input, which may be invisible. */
  choose(xpath: string, file: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  resize(width: number, height: number): Promise<void>;
  screenshot(file: string): Promise<void>;
}

/** A browser that was started for one journey. */
export interface Engine {
  readonly page: EnginePage;
  /** Folder in which downloads land. */
  readonly downloads: string;
  /** What the browser wrote to its console as warning or error, uncaught errors included. */
  messages(): readonly string[];
  close(): Promise<void>;
}

/** How long an element may take to come. */
export const PATIENCE_MS = 30_000;

/** A program that `npm test` found. */
export function programOf(variable: string): string {
  const program = process.env[variable];
  if (!program) throw new Error(`${variable} is not set.`);
  return program;
}

const quoted = (text: string): string => `"${text}"`;
const named = (name: string): string => `(normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)})`;

/** XPaths for what a person sees. */
export const see = {
  button: (name: string): string => `//button[${named(name)}]`,
  link: (name: string): string => `//a[${named(name)}]`,
  heading: (name: string): string => `//*[self::h1 or self::h2 or self::h3][normalize-space(.)=${quoted(name)}]`,
  field: (label: string): string =>
    `//*[self::input or self::select][@id=//label[starts-with(normalize-space(.), ${quoted(label)})]/@for ` +
    `or @aria-label=${quoted(label)} or ancestor::label[starts-with(normalize-space(.), ${quoted(label)})]]`,
  words: (text: string): string => `//*[text()[contains(normalize-space(.), ${quoted(text)})]]`,
};
