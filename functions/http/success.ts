import type { Context } from 'hono';

/** The response 200 (docs/behaviour.md, "API answers"). @param data the other fields of the body */
export const success = <Data extends object>(c: Pick<Context, 'json'>, data: Data = {} as Data) =>
  c.json({ success: true as const, ...data });
