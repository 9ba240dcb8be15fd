/** The chosen code: what the tab stores, what is sent, and what is dropped. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { invalidCodeMessage } from './coupon.ts';

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
) => ({
  coupon: null,
  couponProblem,
  couponMessage: `It is ${couponProblem}.`,
});
let tab: Map<string, string>;

beforeEach(() => {
  tab = newTab();
});

describe('a code that is typed', () => {
  test('is read as people type it, and sent before the shop has answered', async () => {
    const { applyCode, now, sent, appliedCode } = await open();
    expect([now(), sent()]).toEqual([{ state: 'none' }, '']);
    applyCode('  harita 7k2m9qxd ');
    expect([now(), sent()]).toEqual([{ state: 'asked', code }, code]);
    expect(appliedCode(now())).toBeUndefined();
  });

  test.each(['', '  ', 'AB', 'a'.repeat(41), 'ÄÖÜß', "'; --"])(
    'is refused without asking anybody when it cannot be one: %j',
    async (typed) => {
      const { applyCode, now, sent } = await open();
      applyCode(typed);
      expect([now(), sent()]).toEqual([{ state: 'refused', code: typed, message: invalidCodeMessage }, '']);
      expect(tab.size).toBe(0);
    },
  );

  test('is in use once the shop says what it takes off, as the shop writes it', async () => {
    const { applyCode, applyVerdict, now, sent, appliedCode } = await open();
    applyCode('harita7k2m9qxd');
    applyVerdict('HARITA7K2M9QXD', applies);
    expect(appliedCode(now())).toMatchObject({ code, percent: 10 });
    expect(sent()).toBe('HARITA7K2M9QXD');
  });

  test.each(['sign_in', 'below_minimum'] as const)(
    'stays when the shopper can mend it: %s',
    async (problem) => {
      const { applyCode, applyVerdict, now, sent, appliedCode } = await open();
      applyCode(code);
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
    'is let go, and shown with the reason, when it is %s',
    async (problem) => {
      const { applyCode, applyVerdict, now, sent } = await open();
      applyCode(code);
      applyVerdict(code, fails(problem));
      expect(now()).toEqual({ state: 'refused', code, message: `It is ${problem}.` });
      expect([sent(), tab.size]).toEqual(['', 0]);
    },
  );

  test('waits without a verdict while its quote fails for the lines', async () => {
    const { applyCode, applyVerdict, now, sent } = await open();
    applyCode(code);
    applyVerdict(code, { coupon: null, couponProblem: null, couponMessage: null });
    expect([now(), sent()]).toEqual([{ state: 'kept', code }, code]);
  });

  test('nobody answering, can be sent again, by hand or by a reload', async () => {
    const page = await open();
    page.applyCode(code);
    page.failCode(code, 'No connection.');
    expect([page.now(), page.sent()]).toEqual([{ state: 'refused', code, message: 'No connection.' }, '']);
    expect((await open()).sent()).toBe(code);
  });
});

describe('an answer that comes late', () => {
  test.each([
    [
      'another code has been typed',
      (store: Awaited<ReturnType<typeof open>>) => store.applyCode('OTHER-CODE'),
    ],
    ['it has been taken off', (store: Awaited<ReturnType<typeof open>>) => store.forgetCode()],
  ])('changes nothing when %s', async (_, change) => {
    const store = await open();
    store.applyCode(code);
    change(store);
    const before = store.now();
    store.applyVerdict(code, applies);
    store.applyVerdict(code, fails('expired'));
    store.refuseCode(code, 'Too many.');
    store.failCode(code, 'No connection.');
    expect(store.now()).toEqual(before);
  });

  test('says nothing of no code', async () => {
    const { applyVerdict, now } = await open();
    applyVerdict('', applies);
    applyVerdict('', { coupon: null, couponProblem: null, couponMessage: null });
    expect(now()).toEqual({ state: 'none' });
  });
});

describe('this tab', () => {
  test('keeps the code over a reload and the way to checkout, and asks anew what it is worth', async () => {
    const cart = await open();
    cart.applyCode(code);
    cart.applyVerdict(code, applies);
    const checkout = await open();
    expect([checkout.now(), checkout.sent()]).toEqual([{ state: 'kept', code }, code]);
    checkout.applyVerdict(code, fails('used_up'));
    expect((await open()).now()).toEqual({ state: 'none' });
  });

  test('forgets it when it is taken off', async () => {
    const page = await open();
    page.applyCode(code);
    page.forgetCode();
    expect([page.now(), tab.size]).toEqual([{ state: 'none' }, 0]);
    expect((await open()).sent()).toBe('');
  });

  test('coming back to a page out of the browser’s memory, it finds what was done meanwhile', async () => {
    const cart = await open();
    cart.applyCode(code);
    cart.applyVerdict(code, applies);
    cart.rereadCode();
    expect(cart.appliedCode(cart.now())?.percent).toBe(10);
    (await open()).forgetCode();
    cart.rereadCode();
    expect(cart.now()).toEqual({ state: 'none' });
  });

  test.each(['5', '{"code":"X"}', '"no"', 'not JSON', '["HARITA-7K2M9QXD"]'])(
    'takes %s, left by somebody else, for nothing',
    async (left) => {
      tab.set('couponCode', left);
      expect((await open()).now()).toEqual({ state: 'none' });
    },
  );

  test('that stores nothing still takes a code', async () => {
    newTab({ refuses: true });
    const { applyCode, applyVerdict, now, appliedCode } = await open();
    applyCode(code);
    applyVerdict(code, applies);
    expect(appliedCode(now())?.percent).toBe(10);
  });
});
