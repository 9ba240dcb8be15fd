/** The wordmark of the shop, as pages have it in themselves. */

import svg from '#content/brand/wordmark.svg?raw';
import { type Drawing, readWordmark } from '#domain/brand/drawing.ts';

const read = readWordmark(svg);
if (typeof read === 'string') throw new Error(`content/brand/wordmark.svg: ${read}`);

export const wordmark: Drawing = read;
