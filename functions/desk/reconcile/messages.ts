/** Texts for operators: what to do about a difference. Nothing is repaired by the reconciliation itself. */
import { isPaidOnline, isTransferred, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { moneyKeepers } from '#domain/payments/payment-words.ts';
import type { OrderSnapshot } from './snapshot.ts';

/** Whom operators ask about the money. */
export const providerName = (method: OrderPaymentMethod): string => moneyKeepers[method];

/** @param toSend sold pieces that are still on the shelf */
export const countStock = (toSend: number): string =>
  `Count the pieces that can be sold${toSend ? `, without the ${toSend} that wait to be sent` : ''}. Enter their number on the product’s page, with the reason “Counted again”: this sets stock and ledger.`;

export const awaitRetry =
  'The shop tries 20 times by itself. After that, send the message again from the payment provider’s dashboard. Where this is not possible, ask your developer.';

export const restoreStatus =
  'The status was changed outside the shop, so nothing else that belongs to the change was done. Ask your developer to restore the status, then change it on the order’s page.';

export const compareAmounts =
  'Send nothing yet. Compare the amounts with the shopper’s email and with what was paid, write the result as a note on the order, and ask your developer to correct it.';

export function awaitProvider({ method, nextAskAt }: OrderSnapshot): string {
  if (isTransferred(method)) return lookAtAccount;
  const name = providerName(method);
  const isAsked =
    nextAskAt === null
      ? `The shop no longer asks ${name} by itself. To end the order`
      : `The shop asks ${name} by itself, every 15 minutes once the hold has ended, and places or cancels the order. To end it now`;
  return `${isAsked}, cancel it on its page: ${name} is asked first, and a payment is refunded.`;
}

export const lookUp = ({ reference, method }: OrderSnapshot): string =>
  isPaidOnline(method)
    ? `${providerName(method)} cannot be asked from here. Look up ${reference} in its dashboard. If it was paid, send the money back there. Then cancel the order on its page.`
    : 'There is no payment provider to ask. Speak to the shopper, then cancel the order on its page.';

export const lookUpPayment = ({ reference, method }: OrderSnapshot): string =>
  `Send nothing. Look up ${reference} in ${providerName(method)}’s dashboard. If it was paid, ask your developer to record the payment. If it was not paid or was sent back, speak to the shopper, cancel the order on its page, and confirm no refund of it.`;

export const askCourier =
  'Ask the courier whether the cash was collected, before a refund is confirmed. Write the answer as a note on the order, and ask your developer to correct the order.';
export const askForRest =
  'Ask the courier for the rest: the order’s page has its transfers as notes. Import the file with the second transfer, or write as a note why less came.';
export const askAboutExcess =
  'Ask the courier what the rest is for: it may belong to another order. The order’s page has its transfers as notes. Write the answer as a note.';
export const lookAtAccount =
  'Look at the bank account: record what has come with “Record transfer” on the order’s page, or ask your developer to correct the order.';
export const recordCash = 'Use “Record cash” on the order’s page.';
export const recordCashByHand =
  'The cash of such an order can no longer be recorded at the desk. Ask your developer to mark it as paid.';

export const sendBack =
  'Send the money back from the payment provider’s dashboard, or by bank transfer for cash. Write a note on the order, and ask your developer to add the refund.';
export const confirmNoRefund =
  'Before confirming a refund of this order, check in the payment provider’s dashboard what was sent back, and why.';
export const correctCreditNotes =
  'Credit notes cannot be changed. Write a note on the order, and ask your developer and your tax adviser how to correct it before the next GST return.';
export const recordForeignRefund =
  'Somebody has sent money back in the payment provider’s dashboard. Record the same amount with “Refund” on the order’s page, do not confirm it, and ask your developer to record it as done.';
export const askAgain =
  'Open Refunds, “With the provider”, and choose “Check again”. The request has the same key, so nothing is sent back twice.';
export const recordRefund =
  'The money was sent back: do not confirm the refund again. Ask your developer to record it as done.';
export const lookUpRefund =
  'Look up the payment in the payment provider’s dashboard. If the money was not sent back, send it back there, and write a note on the order.';
