/** The shared key of the batch bench, which the bundle of its page has in place of this name. */
declare const BENCH_KEY: string;
