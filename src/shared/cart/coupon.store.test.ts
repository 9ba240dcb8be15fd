/** The chosen code: what the tab stores, what is sent, and what is dropped. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { invalidCodeMessage } from '#domain/pricing/coupon.ts';

/** A tab of a browser; with `refuses`, storing fails. */
function newTab({ refuses = false } = {}) {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (refuses) throw new Error('refused');
      kept.set(key, value);
    },
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

/** A page of the tab that has just been opened. */
async function open() {
  vi.resetModules();
  const store = await import('./coupon.store.ts');
  return { ...store, now: () => store.$coupon.get(), sent: () => store.codeToSend(store.$coupon.get()) };
}

const code = 'HARITA-7K2M9QXD';
const applies = { coupon: { code, percent: 10 }, couponProblem: null, couponMessage: null } as const;
const fails = (
  couponProblem: 'unknown' | 'expired' | 'used_up' | 'other_account' | 'sign_in' | 'below_minimum',
) => ({ coupon: null, couponProblem, couponMessage: `It is ${couponProblem}.` });
let tab: Map<string, string>;

beforeEach(() => {
  tab = newTab();
});

describe('a typed code', () => {
  test('is normalised, and sent before the shop has answered', async () => {
    const { applyCode, now, sent, appliedCode } = await open();
    expect([now(), sent()]).toEqual([{ state: 'none' }, '']);
    await applyCode('  harita 7k2m9qxd ');
    expect([now(), sent()]).toEqual([{ state: 'asked', code }, code]);
    expect(appliedCode(now())).toBeUndefined();
  });

  test.each(['', '  ', 'AB', 'a'.repeat(41), 'ÄÖÜß', "'; --"])(
    'is refused without a request when it is malformed: %j',
    async (typed) => {
      const { applyCode, now, sent } = await open();
      await applyCode(typed);
      expect([now(), sent()]).toEqual([{ state: 'refused', code: typed, message: invalidCodeMessage }, '']);
      expect(tab.size).toBe(0);
    },
  );

  test('applies once the shop has returned its discount, in the shop’s spelling', async () => {
    const { applyCode, applyVerdict, now, sent, appliedCode } = await open();
    await applyCode('harita7k2m9qxd');
    applyVerdict('HARITA7K2M9QXD', applies);
    expect(appliedCode(now())).toMatchObject({ code, percent: 10 });
    expect(sent()).toBe('HARITA7K2M9QXD');
  });

  test.each(['sign_in', 'below_minimum'] as const)(
    'stays when the shopper can correct the problem: %s',
    async (problem) => {
      const { applyCode, applyVerdict, now, sent, appliedCode } = await open();
      await applyCode(code);
      applyVerdict(code, fails(problem));
      expect(now()).toEqual({
        state: 'kept',
        code,
        verdict: { applies: false, problem, message: `It is ${problem}.` },
      });
      expect([sent(), appliedCode(now())]).toEqual([code, undefined]);
    },
  );

  test.each(['unknown', 'expired', 'used_up', 'other_account'] as const)(
    'is removed, and shown with the reason, when it is %s',
    async (problem) => {
      const { applyCode, applyVerdict, now, sent } = await open();
      await applyCode(code);
      applyVerdict(code, fails(problem));
      expect(now()).toEqual({ state: 'refused', code, message: `It is ${problem}.` });
      expect([sent(), tab.size]).toEqual(['', 0]);
    },
  );

  test('waits without a verdict while its quote fails because of the lines', async () => {
    const { applyCode, applyVerdict, now, sent } = await open();
    await applyCode(code);
    applyVerdict(code, { coupon: null, couponProblem: null, couponMessage: null });
    expect([now(), sent()]).toEqual([{ state: 'kept', code }, code]);
  });

  test('can be sent again without an answer, by hand or by a reload', async () => {
    const page = await open();
    await page.applyCode(code);
    page.failCode(code, 'No connection.');
    expect([page.now(), page.sent()]).toEqual([{ state: 'refused', code, message: 'No connection.' }, '']);
    expect((await open()).sent()).toBe(code);
  });
});

describe('a late answer', () => {
  test.each([
    [
      'another code has been typed',
      (store: Awaited<ReturnType<typeof open>>) => store.applyCode('OTHER-CODE'),
    ],
    ['it has been taken off', (store: Awaited<ReturnType<typeof open>>) => store.forgetCode()],
  ])('changes nothing when %s', async (_, change) => {
    const store = await open();
    await store.applyCode(code);
    await change(store);
    const before = store.now();
    store.applyVerdict(code, applies);
    store.applyVerdict(code, fails('expired'));
    store.refuseCode(code, 'Too many.');
    store.failCode(code, 'No connection.');
    expect(store.now()).toEqual(before);
  });

  test('without a code changes nothing', async () => {
    const { applyVerdict, now } = await open();
    applyVerdict('', applies);
    applyVerdict('', { coupon: null, couponProblem: null, couponMessage: null });
    expect(now()).toEqual({ state: 'none' });
  });
});

describe('the tab', () => {
  test('keeps the code over a reload and on the way to checkout, and requests its discount again', async () => {
    const cart = await open();
    await cart.applyCode(code);
    cart.applyVerdict(code, applies);
    const checkout = await open();
    expect([checkout.now(), checkout.sent()]).toEqual([{ state: 'kept', code }, code]);
    checkout.applyVerdict(code, fails('used_up'));
    expect((await open()).now()).toEqual({ state: 'none' });
  });

  test('forgets the code when it is removed', async () => {
    const page = await open();
    await page.applyCode(code);
    page.forgetCode();
    expect([page.now(), tab.size]).toEqual([{ state: 'none' }, 0]);
    expect((await open()).sent()).toBe('');
  });

  test('rereads the code when a page returns from the back/forward cache', async () => {
    const cart = await open();
    await cart.applyCode(code);
    cart.applyVerdict(code, applies);
    cart.rereadCode();
    expect(cart.appliedCode(cart.now())?.percent).toBe(10);
    (await open()).forgetCode();
    cart.rereadCode();
    expect(cart.now()).toEqual({ state: 'none' });
  });

  test.each(['5', '{"code":"X"}', '"no"', 'not JSON', '["HARITA-7K2M9QXD"]'])(
    'ignores %s, an invalid stored value',
    async (left) => {
      tab.set('couponCode', left);
      expect((await open()).now()).toEqual({ state: 'none' });
    },
  );

  test('accepts a code even if it cannot store anything', async () => {
    newTab({ refuses: true });
    const { applyCode, applyVerdict, now, appliedCode } = await open();
    await applyCode(code);
    applyVerdict(code, applies);
    expect(appliedCode(now())?.percent).toBe(10);
  });
});
