/** Random numbers from a seed: the same seed gives the same numbers on every machine. */

export type Random = {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** The elements in random order. */
  shuffled<T>(things: readonly T[]): T[];
};

/** @param seed a whole number. The generator is mulberry32: 32 bits of state, good enough to choose by. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    shuffled(things) {
      const left = [...things];
      return things.flatMap(() => left.splice(Math.floor(next() * left.length), 1));
    },
  };
}

/** A whole number from the environment. @throws Error for any other value */
export function numberFrom(name: string, otherwise: number): number {
  const given = process.env[name];
  const number = given === undefined ? otherwise : Number(given);
  if (!Number.isSafeInteger(number)) throw new Error(`${name}=${given}: must be a whole number`);
  return number;
}

/** The seed of `SEED=`, or a new one. @throws as {@link numberFrom} */
export const seedFrom = (): number => numberFrom('SEED', Date.now() % 1_000_000);
