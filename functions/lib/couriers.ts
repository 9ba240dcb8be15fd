/** `content/couriers.yaml` in the Worker: bundled as text, read once when an isolate starts. */
import { parse } from 'yaml';
import { couriersContent } from '#domain/shipping/courier-content.ts';
import text from '../../content/couriers.yaml';

export const { couriers } = couriersContent.parse(parse(text));
