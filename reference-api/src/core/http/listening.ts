import { ConfigurationError } from '../errors/expected-errors.ts';

/** Throws ConfigurationError for a port that is taken; `name` is the variable that sets it. */
export async function listening<Result>(name: string, port: number, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    const text = `Port ${port} is taken by another program. End that program, or choose another by ${name}.`;
    throw new ConfigurationError(text, { cause: error });
  }
}
