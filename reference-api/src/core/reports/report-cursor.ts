import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { BusinessError } from '../errors/expected-errors.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Where the next page of a report begins. */
export const reportPosition = v.object({
  /** Of the report's lists, from 0. */
  list: whole,
  after: v.object({ at: v.string(), id: whole }),
  /** For each list the newest row of the first page; later rows are in no page. */
  upTo: v.array(whole),
});
export type Position = v.InferOutput<typeof reportPosition>;

/** Writes and reads the cursors of one list for one caller; refuses any other text. */
export interface CursorSeal<Place> {
  write(place: Place): string;
  /** Throws BusinessError for a text that `write` of the same seal did not make. */
  read(cursor: string): Place;
}

/** `belongsTo`: a cursor must not be used outside of it; `refusal` is the message then. */
export function createCursorSeal<Place extends v.GenericSchema>(
  key: string,
  belongsTo: readonly unknown[],
  place: Place,
  refusal: string,
): CursorSeal<v.InferOutput<Place>> {
  const markOf = (content: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([belongsTo, content]))
      .digest();
  return {
    write(at) {
      const content = Buffer.from(JSON.stringify(at)).toString('base64url');
      return `${content}.${markOf(content).toString('base64url')}`;
    },
    read(cursor) {
      const [content = '', mark = ''] = cursor.split('.');
      const given = Buffer.from(mark, 'base64url');
      const expected = markOf(content);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new BusinessError(refusal);
      return v.parse(place, JSON.parse(Buffer.from(content, 'base64url').toString()));
    },
  };
}
