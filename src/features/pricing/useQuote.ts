import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef } from 'react';
import { api, send } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';
import { useLoad } from '#ui/useLoad.ts';
import {
  $coupon,
  codeToSend,
  codeUnanswered,
  inUse,
  judgeCode,
  none,
  refuseCode,
  rereadCode,
} from './coupon.store.ts';
import type { ApiQuote } from './quote.ts';
import { missingLines } from './unavailable.ts';

type Wanted = { _id: string; quantity: number };

/** @property code that it was asked with; @property refusal why the shop did not even look at that one */
type Quoted = { quote: ApiQuote; code: string; refusal?: string };

/** Asks for a quote. Whoever has guessed too many codes may order without one, so that is asked then. */
async function ask(items: readonly Wanted[], code: string): Promise<Outcome<Quoted>> {
  const json = { items: [...items], ...(code && { couponCode: code }) };
  const answer = await send(api.order.quote.$post({ json }));
  if (answer.ok) return { ok: true, data: { quote: answer.data.quote, code } };
  if (!code || answer.code !== 'too_many') return answer;
  const without = await ask(items, '');
  return without.ok ? { ok: true, data: { ...without.data, code, refusal: answer.message } } : without;
}

/** No verdict on a code. Lines that cannot be had are told by the page; the code waits until they can. */
function tellFailure(failure: Failure): void {
  const code = codeToSend($coupon.get());
  if (missingLines(failure)) judgeCode(code, { coupon: null, couponProblem: null, couponMessage: null });
  else codeUnanswered(code, failure.message);
}

/**
 * A quote with the chosen code; what the shop says of the code goes to its store.
 * @param anew when this changes, what is known is void; while it is undefined nothing is asked
 * @param again when this changes it is asked again, and what is known stays meanwhile
 */
function useQuoted(items: readonly Wanted[], anew: string | undefined, again: string) {
  const code = codeToSend(useStore($coupon, { ssr: () => none }));
  const { load, busy, reload, replace } = useLoad(anew, () => ask(items, code), { onFailure: tellFailure });
  const asked = useRef(again);
  const judged = useRef<Quoted>(undefined);
  const discounted = load.state === 'ready' && load.data.quote.coupon !== null;

  useEffect(() => {
    if (asked.current === again) return;
    asked.current = again;
    // A code that took nothing off may go without a word: the sums are the same.
    if (code || discounted) reload();
  }, [again, code, discounted, reload]);
  useEffect(() => {
    if (load.state !== 'ready' || judged.current === load.data) return;
    // Once: a code that is typed again is asked about again.
    judged.current = load.data;
    const { quote, code, refusal } = load.data;
    if (refusal) refuseCode(code, refusal);
    else judgeCode(code, quote);
  }, [load]);
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && rereadCode();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  return { load, busy, reload, replace };
}

/** What an order of these lines would cost now, with the code that the shopper wants used. */
export function useQuote(items: readonly Wanted[]) {
  const code = codeToSend(useStore($coupon, { ssr: () => none }));
  const { replace, ...quote } = useQuoted(items, JSON.stringify(items), code);
  /** A refused order brought a newer one along. */
  const renew = useCallback(
    (quote: ApiQuote) => replace({ quote, code: codeToSend($coupon.get()) }),
    [replace],
  );
  return { ...quote, renew };
}

/**
 * The code in the cart, whose sums need the shop for nothing else: without a code nothing is asked.
 * @param items lines that can be had
 * @returns what is in use: the per cent of it hold while a changed cart is asked about again
 */
export function useCartCode(items: readonly Wanted[]) {
  const chosen = useStore($coupon, { ssr: () => none });
  const token = useStore($token, { ssr: () => '' });
  const code = codeToSend(chosen);
  useQuoted(items, code && items.length ? `${token} ${code}` : undefined, JSON.stringify(items));
  return inUse(chosen);
}
