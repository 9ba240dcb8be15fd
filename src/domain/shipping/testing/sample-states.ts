/** The phrases of the content that the tests have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { contentRoot } from '#tools/lib/content.ts';
import { parcelStates } from '../parcel-states.ts';
import { courierStatusesContent } from '../status-content.ts';

export const samplePhrases = courierStatusesContent.parse(
  parse(readFileSync(join(contentRoot, 'courier-statuses.yaml'), 'utf8')),
);
export const sampleStates = parcelStates(samplePhrases);
