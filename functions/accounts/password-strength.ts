/**
 * Whether a password is easy to guess, as estimated by zxcvbn with the most often leaked passwords and with what an
 * attacker knows about the account. It runs only in the Worker; no browser loads it.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';

/** Of 4: about 10^8 guesses, which is safe with a slow hash (zxcvbn's documentation). */
const minScore = 3;

/**
 * Characters that are checked. The time grows faster than the length: at most 35 ms were measured for 48 characters,
 * 62 ms for 72, 180 ms for 128. A password of 48 characters or more is weak only if it is repetitive.
 */
const maxLength = 48;

export const weakPassword = () =>
  wrongFields({
    password:
      'This password is easy to guess. Use a few words that do not belong together, without your email or our name.',
  });

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loaded on first use: 80 ms and 7 MB. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const { qwerty, keypad } = adjacencyGraphs;
  return new ZxcvbnFactory({ dictionary, graphs: { qwerty, keypad }, maxLength });
}

/** The account's name and email, which must not be part of the password. */
type AccountNames = { name: string; email: string };

/**
 * Takes up to 35 ms of CPU, so callers must count the attempt first. A password with the shop's name or the account's
 * email in it is always easy to guess.
 */
export async function isEasyToGuess(password: string, { name, email }: AccountNames): Promise<boolean> {
  const typed = password.normalize('NFKC').toLowerCase();
  if ([store.name, email].some((word) => typed.includes(word.toLowerCase()))) return true;
  const [local = '', domain = ''] = email.split('@');
  const words = [store.name, name, ...name.split(/\s+/), email, local, domain, ...domain.split('.')];
  // Initials and very short words would match by chance.
  const known = words.filter((word) => word.length > 2);
  loading ??= load();
  return (await loading).check(password, known).score < minScore;
}
