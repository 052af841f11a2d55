import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { BusinessError } from '../errors/expected-errors.ts';

/** For one list and one caller: what was not made for the same `belongsTo` is refused with `refusal`. */
export function createCursorSeal<Place extends v.GenericSchema>(
  key: string,
  belongsTo: readonly unknown[],
  place: Place,
  refusal: string,
) {
  const markOf = (content: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([belongsTo, content]))
      .digest();
  return {
    write(at: v.InferOutput<Place>): string {
      const content = Buffer.from(JSON.stringify(at)).toString('base64url');
      return `${content}.${markOf(content).toString('base64url')}`;
    },
    /** Throws BusinessError for a text that `write` of the same seal did not make. */
    read(cursor: string): v.InferOutput<Place> {
      const [content = '', mark = ''] = cursor.split('.');
      const given = Buffer.from(mark, 'base64url');
      const expected = markOf(content);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new BusinessError(refusal);
      return v.parse(place, JSON.parse(Buffer.from(content, 'base64url').toString()));
    },
  };
}
