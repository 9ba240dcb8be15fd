/** Texts in the schemas of content. */
import * as z from 'zod';

/** A text. @param max characters */
export const text = (max = 200) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** A text without line breaks. @param max characters */
export const line = (max: number) => text(max).regex(/^[^\n\r]*$/, 'must be a single line');
