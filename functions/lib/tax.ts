/** `content/tax.yaml` in the Worker: bundled as text, read once when an isolate starts. */
import { parse } from 'yaml';
import { taxContent } from '#features/tax/tax.ts';
import text from '../../content/tax.yaml';

export const tax = taxContent.parse(parse(text, { customTags: ['timestamp'] }));
