/** Who may call a route of shoppers: what it asks of the request's token (docs/behaviour.md, "API answers"). */
import type { Context } from 'hono';
import { codeNeeded, needsAccount, type RefusalKind, signedOut } from '../lib/refusal.ts';
import { isGuestToken, linkTokenHash, tokenHash } from '../lib/token.ts';
import type { Env } from './env.ts';
import { type LinkRight, requireLinkRight } from './link-rights.ts';
import { addLiveToken, removeLiveToken } from './live-tokens.ts';
import type { RouteNotes } from './notes.ts';

/**
 * `any`: of an account or a guest. `account`: guests are refused. `optional`: the hash is empty without a token, and no query
 * finds a session for it. The others end the session, or accept an ended one.
 */
export type Session = 'any' | 'account' | 'optional' | 'any, ends' | 'account, ends';

/** What a route asks of the token. @property link what the link of an order may do; without it such a link is refused */
export type SessionRule = { session?: Session | undefined; link?: LinkRight | undefined };

const bearer = /^Bearer +(.+)$/i;

/** The token from the header `token` or `Authorization: Bearer`. All routes accept both. */
export const tokenOf = (request: { header(name: string): string | undefined }): string | undefined =>
  request.header('token') || bearer.exec(request.header('authorization') ?? '')?.[1];

/** The hash of an order link's token, if the request has one. @throws Refusal unless the link may use this route */
async function linkHash(c: Context<Env>, link: LinkRight | undefined): Promise<string | undefined> {
  const hash = linkTokenHash(tokenOf(c.req));
  if (hash) await requireLinkRight(c.get('db'), hash, link, c.get('now'));
  return hash;
}

/** Checks the token, and sets its hash. @throws Refusal */
export async function requireSession(c: Context<Env>, { session, link }: SessionRule): Promise<void> {
  if (!session) return;
  if (session === 'optional') {
    // The token of a link counts as none where the link has no right.
    const linked = link && (await linkHash(c, link));
    c.set('tokenHash', tokenHash(tokenOf(c.req)) ?? linked ?? '');
    return;
  }
  if (session.startsWith('account') && isGuestToken(tokenOf(c.req))) throw needsAccount();
  const hash = tokenHash(tokenOf(c.req)) ?? (await linkHash(c, link));
  if (!hash) throw signedOut();
  c.set('tokenHash', hash);
}

/**
 * Remembers which tokens are alive. The action's own query checks the session, so no further call is needed: success means
 * alive, 401 means dead. The success of a route that ends a session, or accepts an ended one, proves nothing.
 */
export function rememberSession(c: Context<Env>, { session }: SessionRule, status: number): void {
  if (!session || session === 'optional') return;
  const hash = c.get('tokenHash');
  if (session.endsWith('ends') || status === 401) removeLiveToken(hash);
  else if (status < 300) addLiveToken(hash);
}

const refuses: Record<Session, RefusalKind[]> = {
  any: [signedOut, codeNeeded],
  account: [needsAccount, signedOut, codeNeeded],
  optional: [],
  'any, ends': [signedOut, codeNeeded],
  'account, ends': [needsAccount, signedOut, codeNeeded],
};

/** For the API's document. */
export const notesOfSession = ({ session, link }: SessionRule): RouteNotes =>
  session ? { token: session === 'optional' ? 'optional' : 'required', link, refuses: refuses[session] } : {};
