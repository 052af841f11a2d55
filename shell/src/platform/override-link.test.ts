import { PREVIEW_NAME } from '../override/test-override.ts';
import { readPreviewLink } from './override-link.ts';

it.each(['mf-reports', `mf-reports/${PREVIEW_NAME}/x`, `../x/${PREVIEW_NAME}`, 'mf-reports/..%2Fregistry', ''])(
  'the address of a preview that is damaged is told: "%s"',
  (text) => expect(readPreviewLink(`#preview=${text}`)).toEqual({ status: 'damaged' }),
);

it('the address of a preview names remote and preview; another address is none', () => {
  const named = { status: 'named', id: 'mf-reports', name: PREVIEW_NAME };
  expect(readPreviewLink(`#preview=mf-reports/${PREVIEW_NAME}`)).toEqual(named);
  expect(readPreviewLink('#develop=mf-reports')).toBeNull();
});
