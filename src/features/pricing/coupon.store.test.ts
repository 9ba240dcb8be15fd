/** The code that a shopper wants used: what is kept in the tab, what is sent, and what is let go. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { notACode } from './coupon.ts';

/** A tab of a browser; `refuses` is one that lets nothing be stored. */
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

/** A page of the tab, as it is when it has just been opened. */
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
    const { askForCode, now, sent, inUse } = await open();
    expect([now(), sent()]).toEqual([{ state: 'none' }, '']);
    askForCode('  harita 7k2m9qxd ');
    expect([now(), sent()]).toEqual([{ state: 'asked', code }, code]);
    expect(inUse(now())).toBeUndefined();
  });

  test.each(['', '  ', 'AB', 'a'.repeat(41), 'ÄÖÜß', "'; --"])(
    'is refused without asking anybody when it cannot be one: %j',
    async (typed) => {
      const { askForCode, now, sent } = await open();
      askForCode(typed);
      expect([now(), sent()]).toEqual([{ state: 'refused', code: typed, message: notACode }, '']);
      expect(tab.size).toBe(0);
    },
  );

  test('is in use once the shop says what it takes off, as the shop writes it', async () => {
    const { askForCode, judgeCode, now, sent, inUse } = await open();
    askForCode('harita7k2m9qxd');
    judgeCode('HARITA7K2M9QXD', applies);
    expect(inUse(now())).toMatchObject({ code, percent: 10 });
    expect(sent()).toBe('HARITA7K2M9QXD');
  });

  test.each(['sign_in', 'below_minimum'] as const)(
    'stays when the shopper can mend it: %s',
    async (problem) => {
      const { askForCode, judgeCode, now, sent, inUse } = await open();
      askForCode(code);
      judgeCode(code, fails(problem));
      expect(now()).toEqual({
        state: 'kept',
        code,
        verdict: { applies: false, problem, message: `It is ${problem}.` },
      });
      expect([sent(), inUse(now())]).toEqual([code, undefined]);
    },
  );

  test.each(['unknown', 'expired', 'used_up', 'other_account'] as const)(
    'is let go, and shown with the reason, when it is %s',
    async (problem) => {
      const { askForCode, judgeCode, now, sent } = await open();
      askForCode(code);
      judgeCode(code, fails(problem));
      expect(now()).toEqual({ state: 'refused', code, message: `It is ${problem}.` });
      expect([sent(), tab.size]).toEqual(['', 0]);
    },
  );

  test('waits without a verdict while its quote fails for the lines', async () => {
    const { askForCode, judgeCode, now, sent } = await open();
    askForCode(code);
    judgeCode(code, { coupon: null, couponProblem: null, couponMessage: null });
    expect([now(), sent()]).toEqual([{ state: 'kept', code }, code]);
  });

  test('nobody answering, can be sent again, by hand or by a reload', async () => {
    const page = await open();
    page.askForCode(code);
    page.codeUnanswered(code, 'No connection.');
    expect([page.now(), page.sent()]).toEqual([{ state: 'refused', code, message: 'No connection.' }, '']);
    expect((await open()).sent()).toBe(code);
  });
});

describe('an answer that comes late', () => {
  test.each([
    [
      'another code has been typed',
      (store: Awaited<ReturnType<typeof open>>) => store.askForCode('OTHER-CODE'),
    ],
    ['it has been taken off', (store: Awaited<ReturnType<typeof open>>) => store.forgetCode()],
  ])('changes nothing when %s', async (_, change) => {
    const store = await open();
    store.askForCode(code);
    change(store);
    const before = store.now();
    store.judgeCode(code, applies);
    store.judgeCode(code, fails('expired'));
    store.refuseCode(code, 'Too many.');
    store.codeUnanswered(code, 'No connection.');
    expect(store.now()).toEqual(before);
  });

  test('says nothing of no code', async () => {
    const { judgeCode, now } = await open();
    judgeCode('', applies);
    judgeCode('', { coupon: null, couponProblem: null, couponMessage: null });
    expect(now()).toEqual({ state: 'none' });
  });
});

describe('this tab', () => {
  test('keeps the code over a reload and the way to checkout, and asks anew what it is worth', async () => {
    const cart = await open();
    cart.askForCode(code);
    cart.judgeCode(code, applies);
    const checkout = await open();
    expect([checkout.now(), checkout.sent()]).toEqual([{ state: 'kept', code }, code]);
    checkout.judgeCode(code, fails('used_up'));
    expect((await open()).now()).toEqual({ state: 'none' });
  });

  test('forgets it when it is taken off', async () => {
    const page = await open();
    page.askForCode(code);
    page.forgetCode();
    expect([page.now(), tab.size]).toEqual([{ state: 'none' }, 0]);
    expect((await open()).sent()).toBe('');
  });

  test('coming back to a page out of the browser’s memory, it finds what was done meanwhile', async () => {
    const cart = await open();
    cart.askForCode(code);
    cart.judgeCode(code, applies);
    cart.rereadCode();
    expect(cart.inUse(cart.now())?.percent).toBe(10);
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
    const { askForCode, judgeCode, now, inUse } = await open();
    askForCode(code);
    judgeCode(code, applies);
    expect(inUse(now())?.percent).toBe(10);
  });
});
