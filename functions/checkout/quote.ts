/** A quote: what an order would cost now, with a code if one was sent. Nothing is kept by it. */
import type { Db } from '#db/client.ts';
import type { ApiQuote } from '#features/pricing/quote.ts';
import type { Store } from '#features/store/store.ts';
import type { TooMany } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { type Asked, countGuess, couponRow, guesses, sums, tooManyGuesses } from './coupons.ts';
import { answerQuote, offers, type Priced, price, type Wanted } from './price.ts';
import { remember } from './product-cache.ts';

type Quoted = { ok: true; quote: ApiQuote } | (Priced & { ok: false }) | TooMany;

/** @param owner who asks; a dead token, or none, is a stranger, whom a personal code asks to sign in */
export async function quoteOrder(
  db: Db,
  store: Store,
  items: readonly Wanted[],
  asked: Asked | undefined,
  { tokenHash, now }: Owner,
): Promise<Quoted> {
  const [found, rows, [used], [person]] = asked
    ? await db.read.batch([
        offers(db, items),
        couponRow(db, asked, userIdOf(tokenHash, now)),
        guesses(db, asked),
        personOf(db, tokenHash, now),
      ])
    : [await offers(db, items), [], [], []];
  remember(items, found);
  const refused = asked && tooManyGuesses(asked, used);
  if (refused) return refused;
  const priced = price(store, items, found);
  if (!priced.ok) return priced;
  const all = sums(store, priced, asked, rows, person?.email);
  const tooMany = asked && all.problem?.code === 'unknown' && (await countGuess(db, asked));
  return tooMany || { ok: true, quote: answerQuote(all) };
}
