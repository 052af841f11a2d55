/// <reference types="jest" />
/* global jest */
// A busy machine is slow, not wrong: no test has a time limit, but one that hangs still ends.
jest.setTimeout(30_000);
