import type { AnswerOf, BodyOf, CallDefinition, copyCall } from '../contract/index.ts';

/** The definition of a bulk copy call (B5, B15). */
export type CopyCall = ReturnType<typeof copyCall>;

/** Options of a call that may be repeated. */
export interface RepeatableCallOptions {
  /** Default: a new one. Reuse it to repeat a call whose outcome is unknown (D2). */
  readonly transactionId?: string | undefined;
  /** An authorisation failure throws but ends no session: a running batch asks for a login in place (D11). */
  readonly keepsSession?: boolean | undefined;
}

/** Calls and uploads, for any type of file content. Both functions throw only `ApiError`. */
export interface ApiCalls<Options extends RepeatableCallOptions, Content> {
  call<C extends CallDefinition>(call: C, body: BodyOf<C>, options?: Options): Promise<AnswerOf<C>>;
  /** Uploads a batch's copy: file, user and the fields (B5). */
  upload(
    call: CopyCall,
    file: { readonly name: string; readonly content: Content },
    fields: Readonly<Record<string, string>>,
    options?: Options,
  ): Promise<AnswerOf<CopyCall>>;
}
