/**
 * A route is one line: its path, a sentence, what it takes and who may call it, the action, and the answer.
 *
 *     .post('/:id/notes', desk('Adds a note to a customer.', { params: byId, body: note }, addNote, 'The note is saved.'))
 *
 * The action is called as `action(call, request)`: the request has the checked fields of the body and the query, and the parts
 * of the path. It returns what the answer says, or a refusal, which it declares with `refuses`. The API's document
 * (tools/openapi) and the types of the browser's client (`Api` of functions/index.ts) come from the same line.
 */
import type { Context, Handler } from 'hono';
import type { z } from 'zod';
import type { DeskCall } from '../lib/call.ts';
import { Refusal, refusalsOf, wrongFields } from '../lib/refusal.ts';
import type { ShopCall } from '../providers/context.ts';
import { type BodyOptions, bodyRefusals, check, readBody, usualBody } from './body.ts';
import { callOf } from './call.ts';
import type { Env } from './env.ts';
import { annotate } from './notes.ts';
import type { DeskEnv } from './operator.ts';
import { notesOfSession, rememberSession, requireSession, type SessionRule } from './session.ts';
import { success } from './success.ts';

/** What a route takes, and who may call it. */
type Line = SessionRule & {
  body?: z.ZodType;
  query?: z.ZodType;
  /** The parts of the path. */
  params?: z.ZodType;
} & Partial<BodyOptions>;

type Nothing = Record<never, never>;

type RequestOf<L extends Line> = (L extends { body: infer S extends z.ZodType } ? z.output<S> : Nothing) &
  (L extends { query: infer S extends z.ZodType } ? z.output<S> : Nothing) &
  (L extends { params: infer S extends z.ZodType } ? z.output<S> : Nothing);

/** What the browser's client has to send. */
type InputOf<L extends Line> = (L extends { body: infer S extends z.ZodType }
  ? { json: z.input<S> }
  : Nothing) &
  (L extends { query: infer S extends z.ZodType } ? { query: z.input<S> } : Nothing);

/** What an action returns when it does not refuse. `ok` is for the code alone. */
export type Success<Done> = Done extends { ok: false }
  ? never
  : Done extends { ok: true }
    ? Omit<Done, 'ok'>
    : Done;

/** What an answer says of it by itself, besides `success`. */
type Fields<Done> = Done extends object ? Done : Nothing;

type Answer<Said> =
  | Extract<Said, Response>
  | ([Exclude<Said, Response>] extends [never]
      ? never
      : ReturnType<typeof success<Exclude<Said, Response> & object>>);

type Action<Call, L extends Line, Done> = (call: Call, request: RequestOf<L>) => Done | Promise<Done>;

/** The fields of an answer, or a response of another kind than JSON. */
type Say<E extends Env, L extends Line, Done, Said> = (
  done: Success<Done>,
  request: RequestOf<L>,
  c: Context<E>,
) => Said | Promise<Said>;

/** What an action found or did. */
function withoutOk(done: unknown): unknown {
  if (typeof done !== 'object' || done === null || !('ok' in done)) return done;
  const { ok: _, ...found } = done;
  return found;
}

/** Makes the builder of routes that have such a call. */
const builder = <E extends Env, Call>() => {
  /**
   * @param sentence for the API's document
   * @param line what the route takes, and who may call it
   * @param say the fields of the answer; a message that is added to what the action returns; without it, that alone
   */
  function route<const L extends Line, Done>(
    sentence: string,
    line: L,
    action: Action<Call, L, Done>,
  ): Handler<E, string, { in: InputOf<L>; out: InputOf<L> }, Promise<Answer<Fields<Success<Done>>>>>;
  function route<const L extends Line, Done>(
    sentence: string,
    line: L,
    action: Action<Call, L, Done>,
    say: string,
  ): Handler<
    E,
    string,
    { in: InputOf<L>; out: InputOf<L> },
    Promise<Answer<{ message: string } & Fields<Success<Done>>>>
  >;
  function route<const L extends Line, Done, Said extends object>(
    sentence: string,
    line: L,
    action: Action<Call, L, Done>,
    say: Say<E, L, Done, Said>,
  ): Handler<E, string, { in: InputOf<L>; out: InputOf<L> }, Promise<Answer<Said>>>;
  function route<Done>(
    sentence: string,
    line: Line,
    action: Action<Call, Line, Done>,
    say?: string | Say<E, Line, Done, object>,
  ): Handler<E> {
    const { body, query, params, limit = usualBody.limit, types = usualBody.types } = line;
    const answer = async (c: Context<E>): Promise<Response> => {
      await requireSession(c as unknown as Context<Env>, line);
      const inPath = params && (check(params, c.req.param()) as object);
      const inQuery = query && (check(query, c.req.query()) as object);
      const inBody = body && ((await readBody(c.req.raw, body, { limit, types })) as object);
      // A list is a body by itself.
      const request = Array.isArray(inBody) ? inBody : { ...inPath, ...inQuery, ...inBody };
      const done = await action(callOf(c as unknown as Context<DeskEnv>) as Call, request as RequestOf<Line>);
      if (done instanceof Refusal) throw done;
      const found = withoutOk(done) as Success<Done>;
      if (typeof say === 'string') return success(c, { message: say, ...(found as object | undefined) });
      if (say) {
        const said = await say(found, request as RequestOf<Line>, c);
        return said instanceof Response ? said : success(c, said);
      }
      return success(c, found ?? {});
    };
    const session = notesOfSession(line);
    return annotate(
      async (c) => {
        try {
          const response = await answer(c);
          rememberSession(c as unknown as Context<Env>, line, response.status);
          return response;
        } catch (error) {
          if (error instanceof Refusal) rememberSession(c as unknown as Context<Env>, line, error.status);
          throw error;
        }
      },
      {
        summary: sentence,
        ...session,
        body: body && { schema: body, types },
        query,
        params,
        refuses: [
          ...(session.refuses ?? []),
          ...(body ? bodyRefusals : []),
          ...(query ? [wrongFields] : []),
          ...refusalsOf(action),
        ],
      },
    );
  }
  return route;
};

/** A route of shoppers, and of everybody. */
export const route = builder<Env, ShopCall>();

/** A route of the desk, whose middleware has found the operator. */
export const desk = builder<DeskEnv, ShopCall & DeskCall>();
