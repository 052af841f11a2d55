/// <reference types="jest" />
/* global jest */
// A machine that has more to do is slow, not wrong: no test is timed, and one that hangs still ends.
jest.setTimeout(30_000);
