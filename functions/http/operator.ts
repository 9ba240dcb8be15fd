/** Access to the desk (docs/desk.md, "Lists and changes"). */
import { sql } from 'drizzle-orm';
import { createMiddleware } from 'hono/factory';
import type { DatabaseUse } from '#db/client.ts';
import { sessions } from '#db/schema/index.ts';
import { apiVersion } from '#lib/api-version.ts';
import type { Operator } from '../lib/call.ts';
import {
  factorMissing,
  needsAccount,
  notForContent,
  notOperator,
  refusal,
  signedOut,
} from '../lib/refusal.ts';
import { extendSession, findSessionUser } from '../lib/session.ts';
import { isGuestToken, tokenHash } from '../lib/token.ts';
import type { Env } from './env.ts';
import { addLiveToken } from './live-tokens.ts';
import { annotate } from './notes.ts';
import { tokenOf } from './session.ts';

export type DeskEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { operator: Operator } };

/** What operators see in their browser's tools. @param ms of the route */
const serverTiming = ({ calls, ms: databaseMs, rowsRead, rowsWritten }: DatabaseUse, ms: number): string =>
  `db;dur=${databaseMs};desc="${calls} calls, ${rowsRead} rows read, ${rowsWritten} written", route;dur=${ms}`;

/**
 * Refuses with 401 without a live session, 403 for a shopper. One call.
 * @param elevated requires the second factor
 * @param extend the request shows that somebody works at the desk, so that the session does not end yet
 */
const operators = ({ elevated, extend }: { elevated: boolean; extend: boolean }) =>
  annotate(
    createMiddleware<DeskEnv>(async (c, next) => {
      const token = tokenOf(c.req);
      if (!elevated && isGuestToken(token)) throw needsAccount();
      const hash = tokenHash(token);
      if (!hash) throw signedOut();
      const times = {
        createdAt: sql<number>`${sessions.createdAt}`,
        expiresAt: sql<number>`${sessions.expiresAt}`,
      };
      const [person] = await findSessionUser(c.get('db'), hash, c.get('now'), times);
      if (!person) throw signedOut();
      addLiveToken(hash);
      if (person.role !== 'operator') throw notOperator();
      if (elevated) {
        if (!person.elevated) throw factorMissing();
        if (extend) await extendSession(c.get('db'), hash, person, c.get('now'));
      }
      c.set('tokenHash', hash);
      c.set('operator', person);
      const began = Date.now();
      await next();
      c.res.headers.set('Server-Timing', serverTiming(c.get('databaseUse'), Date.now() - began));
    }),
    { token: 'required', refuses: [signedOut, notOperator, elevated ? factorMissing : needsAccount] },
  );

/** For all routes of the desk. */
export const operatorOnly = operators({ elevated: true, extend: true });

const oldPage = refusal(409, 'old_page', 'This page is out of date. Please load it again.');

/** Refuses a page of an older build, which is in another form than the API. Only browsers send `Sec-Fetch-Site`: scripts need no version. */
export const currentPage = annotate(
  createMiddleware<DeskEnv>(async (c, next) => {
    if (c.req.header('Sec-Fetch-Site') && c.req.header('Api-Version') !== apiVersion) throw oldPage();
    await next();
  }),
  { refuses: [oldPage] },
);

/** After {@link operatorOnly}: refuses an operator who may not change products, prices and texts. */
export const contentOnly = annotate(
  createMiddleware<DeskEnv>(async (c, next) => {
    if (!c.get('operator').editsContent) throw notForContent();
    await next();
  }),
  { refuses: [notForContent] },
);

/** For requests that an open desk makes by itself: a tab that nobody uses does not extend its session. */
export const watchingOperatorOnly = operators({ elevated: true, extend: false });

/** For an operator's own account, before they have a second factor. */
export const operatorAccount = operators({ elevated: false, extend: false });
