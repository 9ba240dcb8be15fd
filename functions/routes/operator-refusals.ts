/** Turns refused changes of orders by operators into refusals. */
import { sourcesOf } from '#domain/orders/moves.ts';
import { formatPrice, toRupees } from '#lib/money.ts';
import { factorMissing, notOperator } from '../http/operator.ts';
import { notFound, Refusal, signedOut } from '../http/refusal.ts';
import type { ChangedOrder } from '../orders/history.ts';
import type { MoveResult } from '../orders/move.ts';
import type { Refused } from '../orders/operator.ts';
import type { RefundResult } from '../orders/refund-order.ts';
import type { UndoResult } from '../orders/undo.ts';
import { changedRefusal } from './order-refusals.ts';

/** What stops each change of an order: the operator, or the order itself. */
function commonRefusal(refused: Refused | ChangedOrder): Refusal {
  switch (refused.code) {
    case 'signed_out':
      return signedOut();
    case 'not_operator':
      return notOperator();
    case 'second_factor_missing':
      return factorMissing();
    case 'not_found':
      return notFound('This order');
    case 'changed':
      return changedRefusal(refused);
  }
}

/** Why an order was not moved, or a move not undone. */
export function moveRefusal(refused: (MoveResult | UndoResult) & { ok: false }): Refusal {
  switch (refused.code) {
    case 'not_open':
      return new Refusal(409, refused.code, `This cannot be done with an order that is ${refused.status}.`, {
        status: refused.status,
      });
    case 'not_undoable':
      return new Refusal(
        409,
        refused.code,
        `The order stays ${refused.status}: its last step can no longer be undone.`,
        { status: refused.status },
      );
    case 'taken':
      return new Refusal(
        409,
        refused.code,
        `The order stays ${refused.status}: another order has bought its products, or used its code, meanwhile.`,
        { status: refused.status },
      );
    default:
      return commonRefusal(refused);
  }
}

/** Why parts of an order were not refunded. */
export function refundRefusal(refused: RefundResult & { ok: false }): Refusal {
  switch (refused.code) {
    case 'not_open': {
      const { status } = refused;
      const isBefore = sourcesOf('Cancelled', 'operator').includes(status);
      const message = isBefore
        ? `This order is ${status}: it has no invoice yet. Until it is handed over, cancel a part of it, or all of it.`
        : `This order is ${status}: there is nothing left to refund.`;
      return new Refusal(409, refused.code, message, { status });
    }
    case 'not_paid':
      return new Refusal(
        409,
        refused.code,
        'Nothing was paid for this order yet, so nothing can be refunded.',
      );
    case 'nothing':
      return new Refusal(409, refused.code, 'There is nothing left of this to refund.');
    case 'too_many': {
      const { name, left } = refused;
      const message = left
        ? `At most ${left} of ${name} can still be refunded.`
        : `Nothing of ${name} is left to refund.`;
      return new Refusal(409, refused.code, message, { left });
    }
    case 'too_much': {
      const message = `At most ${formatPrice(refused.left)} can still be refunded: refunds and credit notes never exceed the invoice.`;
      return new Refusal(409, refused.code, message, { left: toRupees(refused.left) });
    }
    default:
      return commonRefusal(refused);
  }
}
