/** The resources of Razorpay's API, and what can be done with each: https://razorpay.com/docs/api */
import type * as z from 'zod';
import {
  captureBody,
  linkBody,
  linkUpdate,
  noBody,
  notesBody,
  orderBody,
  readFields,
  refundBody,
} from './params.ts';
import type { RazorpaySimulator } from './simulator.ts';

type Listed = { id: string; created_at: number };
/** Checks the fields of a body and does what they ask. @param id of the address */
export type Call = (fields: unknown, id: string) => object;

type Resource = {
  /** Below `/v1/`. */
  path: string;
  /** @throws RazorpayError for an unknown id */
  retrieve(id: string): object;
  /** Oldest first. */
  all(): readonly Listed[];
  /** The field for each parameter that the list filters by. */
  filters?: Record<string, string>;
  /** A list's name for its entities, if it is no collection. */
  listName?: string;
  create?: Call;
  update?: Call;
  /** Further steps, `POST /v1/path/:id/name`. */
  steps?: Record<string, Call>;
};

const call =
  <S extends z.ZodType>(schema: S, run: (body: z.output<S>, id: string) => object): Call =>
  (fields, id) =>
    run(readFields(schema, fields), id);

export const resourcesOf = (simulator: RazorpaySimulator): Resource[] => [
  {
    path: 'orders',
    retrieve: simulator.order,
    all: () => simulator.orders,
    filters: { receipt: 'receipt' },
    create: call(orderBody, (body) => simulator.createOrder(body)),
    update: call(notesBody, (body, id) => simulator.updateOrder(id, body)),
  },
  {
    path: 'payments',
    retrieve: simulator.payment,
    all: () => simulator.payments,
    update: call(notesBody, (body, id) => simulator.updatePayment(id, body)),
    steps: {
      capture: call(captureBody, ({ amount, currency }, id) => simulator.capture(id, amount, currency)),
      refund: call(refundBody, (body, id) => simulator.createRefund(id, body)),
    },
  },
  {
    path: 'refunds',
    retrieve: simulator.refund,
    all: () => simulator.refunds,
    update: call(notesBody, (body, id) => simulator.updateRefund(id, body)),
  },
  {
    path: 'payment_links',
    retrieve: simulator.links.get,
    all: () => simulator.links.all,
    filters: { reference_id: 'reference_id' },
    listName: 'payment_links',
    create: call(linkBody, (body) => simulator.links.create(body)),
    update: call(linkUpdate, (body, id) => simulator.links.update(id, body)),
    steps: {
      cancel: call(noBody, (_, id) => simulator.links.cancel(id)),
      'notify_by/sms': call(noBody, (_, id) => simulator.links.notify(id)),
      'notify_by/email': call(noBody, (_, id) => simulator.links.notify(id)),
    },
  },
];
