/** The wordmark of the shop, as pages have it in themselves. */

import svg from '#content/brand/wordmark.svg?raw';
import { readWordmark, type Svg } from '#domain/brand/svg.ts';

const read = readWordmark(svg);
if (typeof read === 'string') throw new Error(`content/brand/wordmark.svg: ${read}`);

export const wordmark: Svg = read;
