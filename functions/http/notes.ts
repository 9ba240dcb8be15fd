/** What the API's document says of a handler (tools/openapi): a sentence, what it takes, and how it refuses. */
import type { z } from 'zod';
import type { RefusalKind } from '../lib/refusal.ts';
import type { LinkRight } from './link-rights.ts';

/**
 * @property token whether the header `token` is needed
 * @property link what the link of an order may do
 * @property revalidates whether a GET is answered with an ETag, and with 304 to who has the answer already
 */
export type RouteNotes = {
  summary?: string;
  token?: 'required' | 'optional' | undefined;
  link?: LinkRight | undefined;
  body?: { schema: z.ZodType; types: readonly string[] } | undefined;
  query?: z.ZodType | undefined;
  params?: z.ZodType | undefined;
  revalidates?: boolean;
  refuses?: readonly RefusalKind[];
};

const notes = new WeakMap<object, RouteNotes>();

/** Notes what a handler takes or refuses. @returns the handler */
export function annotate<Handler extends object>(handler: Handler, noted: RouteNotes): Handler {
  notes.set(handler, noted);
  return handler;
}

/** What was noted of a handler. */
export const notesOf = (handler: object): RouteNotes => notes.get(handler) ?? {};
