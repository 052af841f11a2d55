/**
 * An answer that is written while it is read from the database: its JSON text in pieces. It holds one piece at a time.
 */
export class StreamedAnswer {
  readonly message = '';
  readonly text: AsyncIterable<string>;

  constructor(text: AsyncIterable<string>) {
    this.text = text;
  }
}
