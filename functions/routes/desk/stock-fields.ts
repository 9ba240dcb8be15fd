/** Fields of a change of the stock, of one product or of a list. */
import * as z from 'zod';
import { chosenReasons, maxPieces } from '#domain/stock/changes.ts';
import { oneLine } from '#lib/text.ts';

export const key = z.string().regex(/^[\w-]{16,64}$/, 'is not a key');

export const changeFields = {
  key,
  reason: z.enum(chosenReasons, 'Please say why the stock changes.'),
  note: z
    .string()
    .trim()
    .max(200, 'Please use at most 200 characters.')
    .regex(oneLine, 'This contains a character that we cannot print.')
    .optional()
    .transform((text) => text || null),
};

export const lineFields = {
  pieces: z
    .int('Please enter a whole number of pieces.')
    .min(0, 'Please enter a whole number of pieces.')
    .max(maxPieces, `Please enter at most ${maxPieces} pieces.`),
  seen: z.int('is not a stock').min(0, 'is not a stock'),
};

/** Only a count may be of 0 pieces. @param path of the line in the body */
export const refuseNothing = (
  { reason, pieces }: { reason: string; pieces: number },
  context: z.RefinementCtx,
  path: (string | number)[] = [],
): void => {
  if (reason !== 'counted' && !pieces)
    context.addIssue({ code: 'custom', path: [...path, 'pieces'], message: 'Please enter how many pieces.' });
};
