/** Tracking numbers of many orders: as they are typed, scanned or pasted, and what is wrong with them. */

import { isShortened, shortenedMessage } from 'shop-import/values';
import { cleanId } from '#lib/clean.ts';
import { hasCourierFormat } from './couriers.ts';
import { maxNumber } from './shipping-constants.ts';

/** A clean number without white space, in capital letters, as couriers print it. */
export const cleanNumber = (typed: string): string => cleanId(typed).toUpperCase();

/**
 * The numbers of a pasted column: one a line, the first cell of lines with several. Empty lines in the middle stay, so
 * that the others keep their place.
 */
export const pastedNumbers = (text: string): string[] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => cleanNumber(line.split('\t')[0] ?? ''));

/** @property number clean; empty while there is none */
type NumberedRow = { id: string; reference: string; number: string };

/** `format`: the row cannot be sent. `again`: it can, once an operator has confirmed it. */
export type NumberProblem = { kind: 'format' | 'again'; message: string };

/** @property name of the courier @property pattern of its numbers; without one every number is right */
type Format = { name: string; pattern: string; numbers: string };

/**
 * What is wrong, by the id of the row.
 * @param used references of other orders by their tracking number
 */
export function numberProblems(
  rows: readonly NumberedRow[],
  courier: Format | undefined,
  used: ReadonlyMap<string, string>,
): Map<string, NumberProblem> {
  const byNumber = Map.groupBy(rows, ({ number }) => number);
  return new Map(
    rows.flatMap((row) => {
      const problem = row.number && problemOf(row, courier, used, byNumber.get(row.number) ?? []);
      return problem ? [[row.id, problem] as const] : [];
    }),
  );
}

function problemOf(
  { id, number }: NumberedRow,
  courier: Format | undefined,
  used: ReadonlyMap<string, string>,
  same: readonly NumberedRow[],
): NumberProblem | undefined {
  if (isShortened(number)) return { kind: 'format', message: shortenedMessage(number) };
  if (number.length > maxNumber)
    return { kind: 'format', message: `A number has at most ${maxNumber} characters.` };
  if (courier && !hasCourierFormat(courier, number))
    return { kind: 'format', message: `Numbers of ${courier.name} have ${courier.numbers}.` };
  const other = same.find((row) => row.id !== id)?.reference ?? used.get(number);
  return other ? { kind: 'again', message: `${other} has this number too.` } : undefined;
}
