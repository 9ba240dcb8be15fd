/** Fields of forms whose text identifies somebody or something: cleaned first, then checked. */
import { cleanLine } from 'shop-import/clean-line';
import * as z from './schema.ts';
import { oneLine } from './text.ts';

/** Longer input is refused as it is: cleaning could take long, and what is cleaned is far shorter. */
export const maxTyped = 1000;

type Messages = { missing: string; tooLong: string; unprintable: string };
/** @property min characters, 1 by default @property lineBreak stands for a line break; by default a space */
type Options = { min?: number; lineBreak?: string };

/**
 * One line of text without control characters, which could break email headers or labels.
 * @param max characters of the clean text
 */
export const cleanText = (
  max: number,
  { missing, tooLong, unprintable }: Messages,
  { min = 1, lineBreak }: Options = {},
) =>
  z
    .string({ error: missing })
    .max(maxTyped, tooLong)
    .transform((typed) => cleanLine(typed, lineBreak))
    .pipe(z.string().min(min, missing).max(max, tooLong).regex(oneLine, unprintable));
