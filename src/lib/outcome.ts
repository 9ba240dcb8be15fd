/** What became of a call to the API: a value that the caller has to look at, never an exception. */
export type Failure = {
  ok: false;
  /** HTTP status; 0 when the shop could not be reached. */
  status: number;
  /** Stable, for programs: `offline`, `amount_changed`, … */
  code: string;
  /** Fit to show to a shopper. */
  message: string;
  /** By field, for forms. */
  fields: Record<string, string>;
  /** Seconds to wait, when the server said so. */
  retryAfter?: number;
  /** The whole answer, for codes that carry more. */
  body: Record<string, unknown>;
};

export type Outcome<T> = { ok: true; data: T } | Failure;
