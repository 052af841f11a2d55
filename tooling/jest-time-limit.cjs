/// <reference types="jest" />
/* global jest */
// A generous limit: a busy machine fails no test, but a test that hangs still ends.
jest.setTimeout(30_000);
