import { describe, expect, it } from 'vitest';
import { readQuote } from '#domain/pricing/quote.ts';
import { unavailableLines } from '#domain/pricing/unavailable.ts';
import type { Failure } from '#lib/outcome.ts';
import { formFields, isUnanswered, orderProblem } from './problem.ts';

const failure = (given: Partial<Failure>): Failure => ({
  ok: false,
  status: 409,
  code: 'conflict',
  message: 'No.',
  fields: {},
  body: {},
  ...given,
});

const quote = {
  items: [],
  subtotal: 599.5,
  discount: 0,
  delivery: 49,
  amount: 648.5,
  coupon: null,
  couponProblem: null,
  couponMessage: null,
  promise: null,
  tax: null,
  gst: null,
  online: null,
};

describe('orderProblem', () => {
  it('offers the same key again without a response', () => {
    for (const status of [0, 500, 503])
      expect(orderProblem(failure({ status, code: 'offline' }), 100)).toEqual({
        kind: 'retry',
        message: 'No.',
      });
  });

  it('shows the old total and the new one', () => {
    const problem = orderProblem(failure({ code: 'amount_changed', body: { quote } }), 59900);
    expect(problem).toEqual({ kind: 'amount', message: 'No.', before: 59900, quote });
  });

  it('names the unavailable lines', () => {
    const items = [{ _id: 'serum', name: 'Serum', available: 2 }];
    expect(orderProblem(failure({ code: 'out_of_stock', body: { items } }), 0)).toMatchObject({
      kind: 'lines',
      items,
    });
    expect(orderProblem(failure({ code: 'not_sold', body: { items } }), 0)).toMatchObject({ kind: 'lines' });
  });

  it('puts the request to pay online beside the ways to pay', () => {
    const refused = failure({ status: 409, code: 'pay_online' });
    expect(orderProblem(refused, 0)).toEqual({ kind: 'unpaid', message: 'No.' });
  });

  it('asks whether the same is ordered again', () => {
    const refused = failure({ status: 409, code: 'ordered_already' });
    expect(orderProblem(refused, 0)).toEqual({ kind: 'repeated', message: 'No.' });
  });

  it('puts address errors at their fields', () => {
    const problem = orderProblem(
      failure({ status: 422, fields: { 'address.phone': 'Wrong', amount: 'x' } }),
      0,
    );
    expect(problem).toEqual({ kind: 'fields', message: 'No.', fields: { phone: 'Wrong' } });
  });

  it('shows the total when the code does not apply any more', () => {
    const refused = failure({ code: 'coupon', message: 'This code has expired.', body: { quote } });
    expect(orderProblem(refused, 53955)).toEqual({
      kind: 'coupon',
      message:
        'This code has expired. Without it the total is ₹648.50. Please have a look, and place your order again if you agree.',
      quote,
    });
    expect(orderProblem({ ...refused, body: {} }, 53955).kind).toBe('refused');
  });

  it('shows other messages of the server', () => {
    expect(orderProblem(failure({ code: 'cod_limit' }), 0)).toEqual({ kind: 'refused', message: 'No.' });
    expect(orderProblem(failure({ code: 'amount_changed' }), 0).kind).toBe('refused');
    expect(orderProblem(failure({ code: 'out_of_stock', body: { items: [] } }), 0).kind).toBe('refused');
  });
});

describe('missingLines', () => {
  it('drops invalid lines and fills missing fields', () => {
    const items = [{ _id: 'a' }, { name: 'B' }, null, 'c'];
    expect(unavailableLines(failure({ code: 'not_sold', body: { items } }))).toEqual([
      { _id: 'a', name: 'a', available: 0 },
    ]);
  });

  it('names the reason of a paused product', () => {
    const items = [{ _id: 'a', name: 'A', available: 0, reason: 'A new label is being printed.' }];
    expect(unavailableLines(failure({ code: 'paused', body: { items } }))).toEqual(items);
  });

  it('is undefined for other refusals', () => expect(unavailableLines(failure({}))).toBeUndefined());
});

it('takes only address fields, and those of a guest', () => {
  expect(formFields({ 'address.city': 'c', amount: 'a', address: 'whole' })).toEqual({ city: 'c' });
  expect(formFields({ name: 'n', email: 'e' })).toEqual({ firstName: 'n', email: 'e' });
});

it('recognises a missing response', () => {
  expect(isUnanswered(failure({ status: 0 }))).toBe(true);
  expect(isUnanswered(failure({ status: 502 }))).toBe(true);
  expect(isUnanswered(failure({ status: 429 }))).toBe(false);
});

it('reads rupees as paise', () =>
  expect(readQuote(quote)).toEqual({ subtotal: 59950, discount: 0, delivery: 4900, total: 64850 }));
