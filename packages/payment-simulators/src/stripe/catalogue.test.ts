/** Customers, products, prices and lists of the Stripe simulator, driven by Stripe's own client. */
import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { failureOf, sessionFields, stripeClient } from '../testing.ts';
import { useSimulators } from '../use-simulators.ts';

const all = useSimulators();
const client = () => stripeClient(all.simulators);

test('a customer is created, changed and deleted', async () => {
  const { customers } = client();
  const created = await customers.create({ email: 'customer@example.com', metadata: { a: '1' } });
  expect(created).toMatchObject({ object: 'customer', email: 'customer@example.com', name: null });
  expect(created.id).toMatch(/^cus_\w{14}$/);
  const updated = await customers.update(created.id, { name: 'Asha', email: '', metadata: { b: '2' } });
  expect(updated).toMatchObject({ name: 'Asha', email: null, metadata: { a: '1', b: '2' } });
  expect(await customers.retrieve(created.id)).toEqual(updated);
  const deleted = { id: created.id, object: 'customer', deleted: true };
  expect(await customers.del(created.id)).toEqual(deleted);
  expect(await customers.retrieve(created.id)).toEqual(deleted);
  expect((await customers.list()).data).toEqual([]);
  const missing = { statusCode: 404, code: 'resource_missing', message: `No such customer: '${created.id}'` };
  expect(await failureOf(customers.update(created.id, { name: 'B' }))).toMatchObject(missing);
  expect(all.simulators.stripe.events).toMatchObject([
    { type: 'customer.created' },
    {
      type: 'customer.updated',
      data: { previous_attributes: { name: null, email: 'customer@example.com', metadata: { a: '1' } } },
    },
    { type: 'customer.deleted', data: { object: { name: 'Asha' } } },
  ]);
});

describe('a price', () => {
  test('belongs to a product, and is paid in a session of a customer', async () => {
    const stripe = client();
    const product = await stripe.products.create({ name: 'Gold Special', description: 'Soap' });
    const price = await stripe.prices.create({
      currency: 'inr',
      unit_amount: 1000,
      product: product.id,
      lookup_key: 'gold',
    });
    expect(price).toMatchObject({ object: 'price', active: true, type: 'one_time', unit_amount: 1000 });
    await stripe.products.update(product.id, { default_price: price.id });
    expect(await stripe.products.retrieve(product.id, { expand: ['default_price'] })).toMatchObject({
      default_price: { id: price.id },
    });
    const { id: customer } = await stripe.customers.create({ email: 'asha@example.com' });
    const { id, amount_total } = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer,
      line_items: [{ price: price.id, quantity: 3 }],
      success_url: 'https://example.com/success',
    });
    expect(amount_total).toBe(3000);
    all.simulators.stripe.pay(id);
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['line_items.data.price.product', 'customer', 'payment_intent'],
    });
    expect(session).toMatchObject({
      customer: { id: customer },
      customer_details: { email: 'asha@example.com' },
      line_items: { data: [{ description: 'Gold Special', price: { product: { id: product.id } } }] },
      payment_intent: { customer },
    });
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount: 3000, customer }]);
  });

  test('may be made with its product, and found by its lookup key', async () => {
    const { prices } = client();
    const price = { currency: 'inr', unit_amount: 1000, product_data: { name: 'Soap' }, lookup_key: 'soap' };
    const { id } = await prices.create(price);
    await prices.create({ ...price, lookup_key: undefined });
    const found = await prices.list({ lookup_keys: ['soap', 'gold'], expand: ['data.product'] });
    expect(found.data).toMatchObject([{ id, product: { name: 'Soap' } }]);
    expect(await failureOf(prices.create(price))).toMatchObject({ param: 'lookup_key' });
    expect(await prices.update(id, { active: false, nickname: 'old' })).toMatchObject({
      active: false,
      nickname: 'old',
    });
    const line_items = [{ price: id, quantity: 1 }];
    expect(await failureOf(client().checkout.sessions.create(sessionFields({ line_items })))).toMatchObject({
      param: 'line_items[0][price]',
      message: expect.stringContaining('inactive'),
    });
  });

  test.each<[string, Partial<Stripe.PriceCreateParams>, object]>([
    ['an unknown product', { product: 'prod_none' }, { code: 'resource_missing', param: 'product' }],
    ['no product', {}, { message: 'You must specify either `product` or `product_data`.' }],
    [
      'what the simulator does not know',
      { recurring: { interval: 'month' } },
      { message: 'The simulator does not support the parameter recurring.' },
    ],
  ])('is refused with %s', async (_, change, expected) =>
    expect(
      await failureOf(client().prices.create({ currency: 'inr', unit_amount: 100, ...change })),
    ).toMatchObject({ statusCode: 400, ...expected }),
  );
});

test('inline prices of a session are stored, but not active', async () => {
  const stripe = client();
  await stripe.checkout.sessions.create(sessionFields());
  expect((await stripe.prices.list({ active: true })).data).toEqual([]);
  expect((await stripe.prices.list({ expand: ['data.product'] })).data).toMatchObject([
    { unit_amount: 54_950, product: { name: 'Rose <Mist> & Tonic', active: false } },
    { unit_amount: 49_900, product: { name: 'Neem Face Wash', active: false } },
  ]);
});

test('the metadata of a refund can be changed', async () => {
  const stripe = client();
  const { id } = await stripe.checkout.sessions.create(sessionFields());
  const payment_intent = String(all.simulators.stripe.pay(id).payment_intent);
  const refund = await stripe.refunds.create({ payment_intent });
  expect(await stripe.refunds.update(refund.id, { metadata: { order_id: '6735' } })).toEqual({
    ...refund,
    metadata: { order_id: '6735' },
  });
});

describe('a list', () => {
  /** Creates customers. @returns their ids, newest first */
  const newCustomers = async (count: number): Promise<string[]> => {
    for (let number = 0; number < count; number += 1)
      await client().customers.create({ email: `${number % 2 ? 'odd' : 'even'}@example.com` });
    return all.simulators.stripe.customers.map(({ id }) => id).reverse();
  };
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  test('has ten items, newest first, unless another limit is given', async () => {
    const ids = await newCustomers(12);
    const { customers } = client();
    const first = await customers.list();
    expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
    expect(idsOf(first)).toEqual(ids.slice(0, 10));
    expect(idsOf(await customers.list({ limit: 100 }))).toEqual(ids);
  });

  test('has each item once in its pages, whatever their size, forwards and backwards', async () => {
    const ids = await newCustomers(9);
    const { customers } = client();
    const starts = [{ starting_after: ids[0] }, { ending_before: ids[8] }];
    for (let limit = 1; limit <= 10; limit += 1) {
      expect((await customers.list({ limit }).autoPagingToArray({ limit: 100 })).map(({ id }) => id)).toEqual(
        ids,
      );
      const [forwards, backwards] = await Promise.all(
        starts.map((start) => customers.list({ limit, ...start }).autoPagingToArray({ limit: 100 })),
      );
      expect(forwards?.map(({ id }) => id)).toEqual(ids.slice(1));
      expect(backwards?.map(({ id }) => id)).toEqual(ids.slice(0, 8).reverse());
    }
  });

  test('goes on after an item that has been deleted', async () => {
    await newCustomers(5);
    const { customers } = client();
    for await (const { id } of customers.list({ limit: 2 })) await customers.del(id);
    expect((await customers.list()).data).toEqual([]);
  });

  test('is filtered', async () => {
    const ids = await newCustomers(4);
    const { customers } = client();
    const even = await customers.list({ email: 'even@example.com', limit: 1 });
    expect([idsOf(even), even.has_more]).toEqual([[ids[1]], true]);
    const last = await customers.list({ email: 'even@example.com', starting_after: ids[1] });
    expect([idsOf(last), last.has_more]).toEqual([[ids[3]], false]);
  });

  test.each(['lt', 'lte', 'gt', 'gte'] as const)('is filtered by time: %s', async (bound) => {
    const { simulators } = all;
    const [early = ''] = await newCustomers(1);
    simulators.setClock(86_400_000);
    const [late = ''] = await newCustomers(1);
    const { created } = simulators.stripe.customer(late);
    const expected = { lt: [early], lte: [late, early], gt: [], gte: [late] }[bound];
    expect(idsOf(await client().customers.list({ created: { [bound]: created } }))).toEqual(expected);
    expect(idsOf(await client().customers.list({ created }))).toEqual([late]);
  });

  test.each<[string, Stripe.CustomerListParams, object]>([
    ['no items', { limit: 0 }, { param: 'limit' }],
    ['over 100 items', { limit: 101 }, { param: 'limit' }],
    [
      'an unknown cursor',
      { starting_after: 'cus_none' },
      { code: 'resource_missing', param: 'starting_after' },
    ],
    [
      'two cursors',
      { starting_after: 'cus_1', ending_before: 'cus_2' },
      { message: expect.stringContaining('only specify one') },
    ],
    [
      'a filter that the simulator does not know',
      { test_clock: 'clock_1' },
      { message: 'The simulator does not support the parameter test_clock.' },
    ],
  ])('is refused with %s', async (_, params, expected) =>
    expect(await failureOf(client().customers.list(params))).toMatchObject({ statusCode: 400, ...expected }),
  );

  test('is there for sessions, their lines, intents, charges, refunds, products and prices', async () => {
    const stripe = client();
    const session = await stripe.checkout.sessions.create(sessionFields());
    const payment_intent = String(all.simulators.stripe.pay(session.id).payment_intent);
    await stripe.refunds.create({ payment_intent });
    const one = { limit: 1 };
    expect(await stripe.checkout.sessions.list({ payment_intent })).toMatchObject({
      data: [{ id: session.id }],
    });
    expect(await stripe.checkout.sessions.listLineItems(session.id, one)).toMatchObject({
      data: [{ description: 'Neem Face Wash' }],
      has_more: true,
    });
    expect(await stripe.paymentIntents.list(one)).toMatchObject({ data: [{ id: payment_intent }] });
    expect(await stripe.charges.list({ payment_intent })).toMatchObject({ data: [{ payment_intent }] });
    expect(await stripe.refunds.list({ payment_intent })).toMatchObject({ data: [{ payment_intent }] });
    expect(await stripe.products.list(one)).toMatchObject({ data: [{ active: false }], has_more: true });
  });
});
