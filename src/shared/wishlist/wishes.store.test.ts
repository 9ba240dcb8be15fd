/** The wish lists of several devices and their account: a property over random changes, and answers that come late. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { joinLists, maxWishes, type WishList, withoutWish } from '#domain/wishlist/wish-list.ts';
import { randomFrom } from '../../../tests/support/random.ts';

const token = 'a-token';
const ids = Array.from({ length: 6 }, (_, n) => `product-${n}`);

/** A device with its own storage. `on` runs something there. */
async function newDevice(stored: Record<string, string> = {}) {
  const kept = new Map(Object.entries(stored));
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('localStorage', localStorage);
  vi.resetModules();
  const store = await import('./wishes.store.ts');
  return {
    kept,
    on<T>(act: (of: typeof store) => T): T {
      vi.stubGlobal('localStorage', localStorage);
      return act(store);
    },
  };
}
type Device = Awaited<ReturnType<typeof newDevice>>;

const idsOn = (device: Device) => device.on(({ $wishes }) => $wishes.get().map(({ id }) => id));
const save = (device: Device, id: string, at: number) => device.on((of) => of.saveWishes([id], at));
const remove = (device: Device, id: string) => device.on((of) => of.removeWish(id));

/** The account's list on the server. @property answer of the change that a device sends; `late` is what happens before it comes */
function newServer() {
  let list: WishList = [];
  return {
    list: () => list.map(({ id }) => id),
    sync(device: Device, late: () => void = () => {}) {
      const sent = device.on((of) => of.takeUnsent(token));
      list = joinLists(sent.remove.reduce(withoutWish, list), sent.save);
      const answer = list;
      late();
      device.on((of) => of.applyServer(token, answer, sent));
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

test('devices and account are equal once everything is sent, and what one removes is gone on the other', async () => {
  const random = randomFrom(77);
  for (let round = 0; round < 20; round++) {
    const devices = [await newDevice({ token }), await newDevice({ token })];
    const server = newServer();
    let time = 0;
    const anyDevice = () => devices[random.between(0, 1)] as Device;
    for (let step = 0; step < 40; step++) {
      const [device, id] = [anyDevice(), ids[random.between(0, ids.length - 1)] ?? ''];
      const change = () => (random.chance(0.5) ? save(device, id, ++time) : remove(device, id));
      if (random.chance(0.4)) server.sync(device, random.chance(0.5) ? change : undefined);
      else change();
    }
    for (const device of [...devices, ...devices]) server.sync(device);
    expect(devices.map(idsOn)).toEqual([server.list(), server.list()]);

    // Now each knows what the other has.
    const [gone = '', kept = ''] = random.shuffled(ids);
    save(devices[0] as Device, kept, ++time);
    remove(devices[1] as Device, gone);
    for (const device of [...devices, ...devices]) server.sync(device);
    expect([gone, kept].map((id) => server.list().includes(id))).toEqual([false, true]);
    expect(devices.map(idsOn)).toEqual([server.list(), server.list()]);
  }
});

describe('signing in', () => {
  test('joins what the device had, once, before and after the answer of the server', async () => {
    const device = await newDevice();
    save(device, 'rose-toner', 5);
    device.kept.set('token', token);
    const signedIn = await newDevice(Object.fromEntries(device.kept));
    expect(idsOn(signedIn)).toEqual(['rose-toner']);
    const server = newServer();
    server.sync(signedIn);
    expect([server.list(), signedIn.kept.get('wishes')]).toEqual([['rose-toner'], undefined]);
    remove(signedIn, 'rose-toner');
    server.sync(signedIn);
    server.sync(signedIn);
    expect([server.list(), idsOn(signedIn)]).toEqual([[], []]);
  });

  test('shows nothing of another account that was signed in on the device', async () => {
    const first = await newDevice({ token });
    save(first, 'rose-toner', 5);
    const second = await newDevice({ ...Object.fromEntries(first.kept), token: 'another-token' });
    expect(idsOn(second)).toEqual([]);
    expect(second.on((of) => of.takeUnsent('another-token'))).toEqual({ save: [], remove: [] });
  });
});

test('an account’s list has room for 100, in the order in which they were given', async () => {
  const device = await newDevice({ token });
  const many = Array.from({ length: 130 }, (_, n) => `product-${n}`);
  expect(device.on((of) => of.saveWishes(many))).toBe(maxWishes);
  expect(idsOn(device)).toEqual(many.slice(0, maxWishes));
  expect(device.on((of) => of.saveWishes(['one-more']))).toBe(0);
});

test('Undo brings a product back to its place', async () => {
  const device = await newDevice();
  for (const [n, id] of ids.entries()) save(device, id, n + 1);
  const before = idsOn(device);
  const undo = remove(device, 'product-2');
  expect(idsOn(device)).not.toContain('product-2');
  device.on(undo);
  expect(idsOn(device)).toEqual(before);
});
