/**
 * What a shopper has paid to send a return by post is refunded (docs/behaviour.md, "Postage of returns"): once for a return, up to
 * `returns.postageMost` of the store settings. It is no part of the order's value, so there is no credit note.
 */
import { returns } from '#db/schema/index.ts';
import { takesPostage } from '#domain/returns/return.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { update } from '../orders/effects.ts';
import type { OrderCall } from '../orders/operator.ts';
import { changeReturn, returnMoveRefusals, type SeenReturn } from './move.ts';

/** @property amount paise, above 0 */
export type Postage = SeenReturn & { amount: Paise };

/** Why no postage is refunded. */
export const postageRefusals = {
  ...returnMoveRefusals,
  once: refusal(409, 'postage_refunded', 'The postage of this return is refunded already.'),
  notPaid: refusal(409, 'not_paid', 'Nothing was paid for this order yet, so nothing can be refunded.'),
};

/** Adds a refund of the postage, which an operator confirms like every refund. */
export const refundPostage = (
  call: OrderCall,
  { amount, ...version }: Postage,
): Promise<{ ok: true; reference: string } | Refusal> =>
  changeReturn<{ ok: true; reference: string }>(
    call,
    { owner: call.owner, as: 'operator' },
    version,
    [],
    ({ order }, { one, reference }) => {
      if (!takesPostage(one.status)) return returnMoveRefusals.changed(one.status);
      if (one.postageRefundId) return postageRefusals.once();
      const most = store.returns.postageMost;
      if (amount > most)
        return wrongFields({ amount: `At most ${formatPrice(most)} of postage are refunded.` });
      if (!order.paid) return postageRefusals.notPaid();
      const id = crypto.randomUUID();
      const text = `Postage of return ${reference}`;
      const detail = `${formatPrice(amount)} is to be sent back: ${text}`;
      return {
        event: { kind: 'refund', text: `${formatPrice(amount)}: ${text}` },
        effects: [
          { effect: 'refund', id, amount, reason: 'postage', note: text, detail },
          update(returns, one.id, { postageRefundId: id }),
        ],
        result: { ok: true, reference },
      };
    },
  );
refuses(refundPostage, postageRefusals);
