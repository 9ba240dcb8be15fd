/** Invariants of invoices and credit notes. */
import { isHandedOver } from '#domain/orders/order.ts';
import { type Ledger, sum } from './ledger.ts';

export const oneInvoicePerParcel = ({ orders, documents }: Ledger): string[] =>
  orders.flatMap(({ id, status, total }) => {
    const issued = documents.filter(({ orderId, kind }) => orderId === id && kind === 'invoice');
    if (issued.length !== Number(isHandedOver(status)))
      return [`${id}, ${status}, has ${issued.length} invoices`];
    return issued
      .filter(({ data }) => data.total !== total)
      .map(({ number, data }) => `${number} is for ${data.total}, its order for ${total}`);
  });

export const numbersHaveNoGap = ({ documents, counters }: Ledger): string[] =>
  counters.flatMap(({ kind, year, last }) => {
    const serials = documents
      .filter((one) => one.kind === kind && one.year === year)
      .map(({ serial }) => serial)
      .toSorted((a, b) => a - b);
    const isWhole = serials.length === last && serials.every((serial, n) => serial === n + 1);
    return isWhole ? [] : [`${kind} ${year} is at ${last}, and has ${serials.join(', ')}`];
  });

/** What was given back has its credit note, and its refund if it had been paid; never more than the invoice. */
export const givenBackOnce = ({ orders, documents, reductions, refunds }: Ledger): string[] =>
  orders.flatMap(({ id, status, paid, total }) => {
    const of = ({ orderId }: { orderId: string }) => orderId === id;
    const given = sum(reductions.filter(of).map(({ amount }) => amount));
    const credited = sum(
      documents.filter((one) => of(one) && one.kind === 'credit_note').map(({ data }) => data.total),
    );
    const back = sum(
      refunds.filter((one) => of(one) && one.reason === 'returned').map(({ amount }) => amount),
    );
    const right = status === 'Returned' ? total : 0;
    if (given === right && credited === right && back === (paid ? right : 0)) return [];
    return [`${id}, ${status}: ${given} given back, ${credited} credited, ${back} refunded of ${total}`];
  });
