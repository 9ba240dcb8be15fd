/** What the API's document says of a route (tools/openapi): a sentence, what it takes, and how it refuses. */
import { createMiddleware } from 'hono/factory';
import type { z } from 'zod';
import type { RefusalKind } from '../lib/refusal.ts';
import type { Env } from './env.ts';

/** A kind of refusal, or a table of them. */
type Refuses = RefusalKind | Readonly<Record<string, RefusalKind>>;

/** @property token whether the header `token` is needed */
export type RouteNotes = {
  summary?: string;
  token?: 'required' | 'optional';
  body?: { schema: z.ZodType; types: readonly string[] };
  query?: z.ZodType;
  refuses?: readonly Refuses[];
};

const notes = new WeakMap<object, RouteNotes>();

/** Notes what a middleware takes or refuses. @returns the middleware */
export function annotate<Handler extends object>(handler: Handler, noted: RouteNotes): Handler {
  notes.set(handler, noted);
  return handler;
}

/** What was noted of a handler. */
export const notesOf = (handler: object): RouteNotes => notes.get(handler) ?? {};

/** The refusals that were noted. */
export const refusalsOf = ({ refuses = [] }: RouteNotes): RefusalKind[] =>
  refuses.flatMap((one) => (typeof one === 'function' ? [one] : Object.values(one)));

/**
 * Describes a route; at run time it does nothing.
 * @param summary one sentence
 * @param refuses the refusals that its middleware does not name: those of the handler
 */
export const describeRoute = (summary: string, refuses: readonly Refuses[] = []) =>
  annotate(
    createMiddleware<Env>((_c, next) => next()),
    { summary, refuses },
  );
