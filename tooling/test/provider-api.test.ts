import { Validator } from '@seriousme/openapi-schema-validator';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from '../lib/paths.mjs';

test('D17c what providers implement is a document of OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(join(rootDir, 'docs', 'provider-api.yaml'));
  assert.deepEqual({ valid, errors, version: validator.version }, { valid: true, errors: undefined, version: '3.1' });
});
