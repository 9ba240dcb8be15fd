/**
 * Whether a password is easy to guess, as zxcvbn estimates it: with the passwords that leak most often and
 * with what an attacker knows of this account. The estimate runs here alone; no browser loads it.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { store } from '../lib/store.ts';

/** Of 4: some 10^8 guesses, which is safe where each costs a slow hash (zxcvbn's documentation). */
const wanted = 3;

/**
 * Characters that are looked at. The time grows faster than the length: measured at most 35 ms for 48
 * characters, 62 for 72, 180 for 128. What makes 48 characters weak is that they are all alike.
 */
const maxLength = 48;

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loaded when somebody first chooses a password: 80 ms and 7 MB. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { qwerty, keypad } = adjacencyGraphs;
  return new ZxcvbnFactory({ dictionary, graphs: { qwerty, keypad }, maxLength });
}

/** Whose password it is to be. */
type Chooser = { name: string; email: string };

/**
 * Costs up to 35 ms of CPU, so that callers count who asks first. A password that contains the shop's name
 * or the account's email is always refused.
 */
export async function isEasyToGuess(password: string, { name, email }: Chooser): Promise<boolean> {
  const typed = password.normalize('NFKC').toLowerCase();
  if ([store.name, email].some((word) => typed.includes(word.toLowerCase()))) return true;
  const [local = '', domain = ''] = email.split('@');
  const words = [store.name, name, ...name.split(/\s+/), email, local, domain, ...domain.split('.')];
  // Of an initial there is nothing to be guessed.
  const known = words.filter((word) => word.length > 2);
  loading ??= load();
  return (await loading).check(password, known).score < wanted;
}
