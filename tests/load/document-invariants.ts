/** Invariants of invoices. */
import { isHandedOver } from '#features/orders/order.ts';
import type { InvariantCheck } from './expected.ts';

export const oneInvoicePerParcel: InvariantCheck = ({ orders, documents }) =>
  orders.flatMap(({ id, status, total }) => {
    const issued = documents.filter(({ orderId }) => orderId === id);
    if (issued.length !== Number(isHandedOver(status)))
      return [`${id}, ${status}, has ${issued.length} invoices`];
    return issued
      .filter(({ data }) => data.total !== total)
      .map(({ number, data }) => `${number} is for ${data.total}, its order for ${total}`);
  });

export const numbersHaveNoGap: InvariantCheck = ({ documents, counters }) =>
  counters.flatMap(({ kind, year, last }) => {
    const serials = documents
      .filter((one) => one.kind === kind && one.year === year)
      .map(({ serial }) => serial)
      .toSorted((a, b) => a - b);
    const isWhole = serials.length === last && serials.every((serial, n) => serial === n + 1);
    return isWhole ? [] : [`${kind} ${year} is at ${last}, and has ${serials.join(', ')}`];
  });
