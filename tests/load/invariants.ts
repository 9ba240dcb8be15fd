/**
 * What must be true of the orders whatever has happened to the machines: pure questions to what the
 * database holds (`ledger.ts`) and to what clients and providers know (`expected.ts`).
 */
import * as orders from './about-orders.ts';
import * as records from './about-records.ts';
import type { Expected, Question } from './expected.ts';
import type { Ledger } from './ledger.ts';

/** All that must hold, in the words of the report. */
const questions = {
  'every order got a final answer': orders.answered,
  'nothing acknowledged is lost': orders.kept,
  'a key has one order, and one payment': orders.once,
  'nothing is stored that was refused or never asked for': orders.wanted,
  'stock at first = stock now + pieces sold': orders.stock,
  'every order has its lines': orders.filled,
  'lines - discount + delivery = total': orders.totals,
  'no line is without its order': orders.orphans,
  'the limits of cash on delivery hold': orders.limits,
  'no account holds more unpaid than it may': orders.unpaid,
  'history tells every step, and ends where the order is': records.history,
  'a code is used as often as orders have it': records.codes,
  'an address that was to be kept is kept once': records.kept,
  'what was placed has one letter, and nothing else has': records.letters,
  'every letter was mailed, once': records.mailed,
  'what a provider took is a paid order, or owed back': records.taken,
  'what is paid online, or owed back, a provider took': records.real,
  'no order waits for its payment for ever': records.waiting,
} satisfies Record<string, Question>;

export type Invariant = keyof typeof questions;
const invariants = Object.keys(questions) as Invariant[];

/** Asks everything. @returns by invariant, one line for each violation; an empty list where it holds */
export function examine(ledger: Ledger, expected: Expected): Record<Invariant, string[]> {
  const found = invariants.map((name) => [name, questions[name](ledger, expected)]);
  return Object.fromEntries(found) as Record<Invariant, string[]>;
}
