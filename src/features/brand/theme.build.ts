/** The theme of the shop, for pages and for pictures that the build draws. */
import { getEntry } from 'astro:content';
import type { Theme } from '#domain/brand/theme.ts';

const entry = await getEntry('theme', 'theme');
if (!entry) throw new Error('content/brand/theme.yaml: the file is missing');

/** `content/brand/theme.yaml`, checked. */
export const theme: Theme = entry.data;
