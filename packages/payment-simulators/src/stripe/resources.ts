/** The resources of Stripe's API, and what can be done with each: https://docs.stripe.com/api */
import type * as z from 'zod';
import type { FormFields } from '../core/form.ts';
import type { Cause, StripeObject } from './entities.ts';
import { readParams } from './fields.ts';
import {
  cancelParams,
  captureParams,
  confirmParams,
  customerParams,
  intentParams,
  intentUpdate,
  noParams,
  priceParams,
  priceUpdate,
  productParams,
  productUpdate,
  refundParams,
  refundUpdate,
  sessionParams,
} from './params.ts';
import type { StripeSimulator } from './simulator.ts';

/** A request whose parameters have been read, with the id of its address. */
type Prepared = { expand?: string[] | undefined; run(id: string, cause: Cause): StripeObject };
/** Reads parameters, and throws StripeError for wrong ones. */
export type Call = (fields: FormFields) => Prepared;

type Resource = {
  /** Below `/v1/`. */
  path: string;
  /** @throws StripeError for an unknown id */
  retrieve(id: string): StripeObject;
  /** Oldest first; left out, there is no list. */
  all?(): readonly StripeObject[];
  /** The field for each parameter that the list filters by. */
  filters?: Record<string, string>;
  create?: Call;
  update?: Call;
  remove?: Call;
  /** Further steps, `POST /v1/path/:id/name`. */
  steps?: Record<string, Call>;
};

type WithExpand = { expand?: string[] | undefined };

/** @param check throws StripeError for parameters that are wrong together; nothing is done by then */
function call<S extends z.ZodType<WithExpand>>(
  schema: S,
  run: (params: z.output<S>, id: string, cause: Cause) => StripeObject,
  check?: (params: z.output<S>) => void,
): Call {
  return (fields) => {
    const params = readParams(schema, fields);
    check?.(params);
    return { expand: params.expand, run: (id, cause) => run(params, id, cause) };
  };
}

export const resourcesOf = (simulator: StripeSimulator): Resource[] => [
  {
    path: 'checkout/sessions',
    retrieve: simulator.session,
    all: () => simulator.sessions,
    filters: { customer: 'customer', payment_intent: 'payment_intent', status: 'status' },
    create: call(
      sessionParams,
      (params) => simulator.createSession(params),
      (params) => simulator.checkSession(params),
    ),
    steps: { expire: call(noParams, (_, id, cause) => simulator.expire(id, cause)) },
  },
  {
    path: 'payment_intents',
    retrieve: simulator.paymentIntent,
    all: () => simulator.paymentIntents,
    filters: { customer: 'customer' },
    create: call(intentParams, (params, _, cause) => simulator.createIntent(params, cause)),
    update: call(intentUpdate, (params, id) => simulator.updateIntent(id, params)),
    steps: {
      confirm: call(confirmParams, (params, id, cause) => simulator.confirmIntent(id, params, cause)),
      capture: call(captureParams, (params, id, cause) => simulator.captureIntent(id, params, cause)),
      cancel: call(cancelParams, (params, id, cause) => simulator.cancelIntent(id, params, cause)),
    },
  },
  { path: 'payment_methods', retrieve: simulator.paymentMethod },
  {
    path: 'charges',
    retrieve: simulator.charge,
    all: () => simulator.charges,
    filters: { customer: 'customer', payment_intent: 'payment_intent' },
  },
  {
    path: 'refunds',
    retrieve: simulator.refund,
    all: () => simulator.refunds,
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
    create: call(refundParams, (params, _, cause) => simulator.createRefund(params, cause)),
    update: call(refundUpdate, (params, id, cause) => simulator.updateRefund(id, params, cause)),
  },
  {
    path: 'customers',
    retrieve: simulator.customerOrDeleted,
    all: () => simulator.customers,
    filters: { email: 'email' },
    create: call(customerParams, (params, _, cause) => simulator.createCustomer(params, cause)),
    update: call(customerParams, (params, id, cause) => simulator.updateCustomer(id, params, cause)),
    remove: call(noParams, (_, id, cause) => simulator.deleteCustomer(id, cause)),
  },
  {
    path: 'products',
    retrieve: simulator.product,
    all: () => simulator.products,
    filters: { active: 'active', ids: 'id', shippable: 'shippable', url: 'url' },
    create: call(productParams, (params, _, cause) => simulator.createProduct(params, cause)),
    update: call(productUpdate, (params, id, cause) => simulator.updateProduct(id, params, cause)),
  },
  {
    path: 'prices',
    retrieve: simulator.price,
    all: () => simulator.prices,
    filters: {
      active: 'active',
      currency: 'currency',
      lookup_keys: 'lookup_key',
      product: 'product',
      type: 'type',
    },
    create: call(priceParams, (params, _, cause) => simulator.createPrice(params, cause)),
    update: call(priceUpdate, (params, id, cause) => simulator.updatePrice(id, params, cause)),
  },
];
