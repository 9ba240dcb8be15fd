/** `content/store.yaml` in the Worker: bundled as text, read once when an isolate starts. */
import { parse } from 'yaml';
import { storeContent } from '#domain/store/store.ts';
import text from '../../content/store.yaml';

export const store = storeContent.parse(parse(text));
