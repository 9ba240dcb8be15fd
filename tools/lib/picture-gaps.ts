/** Pictures of the content that cannot be read: those of products are left out by the build, any other one ends it. */
import { join } from 'node:path';
import type { ListedGap } from '#domain/catalogue/gaps.ts';
import { meanColour } from '#lib/mean-colour.build.ts';
import type { ContentFiles } from './check-content.ts';
import { contentRoot } from './content.ts';

/** Pictures that are read at the same time. */
const atOnce = 8;

/** @param files of the folder `content` @returns a gap for each */
export async function pictureGaps(files: ContentFiles): Promise<ListedGap[]> {
  const pictures = files
    .names()
    .filter((name) => /\.(jpe?g|png|webp)$/.test(name))
    .sort();
  const gaps: ListedGap[] = [];
  for (let from = 0; from < pictures.length; from += atOnce)
    await Promise.all(
      pictures.slice(from, from + atOnce).map((name) =>
        meanColour(join(contentRoot, name)).catch(() => {
          const ofProduct = name.startsWith('products/');
          gaps.push({
            file: `content/${name}`,
            severity: ofProduct ? 'incomplete' : 'build',
            field: '',
            reason: 'This picture cannot be read.',
            remedy: ofProduct ? 'Save it again. The product is shown without it.' : 'Save it again.',
          });
        }),
      ),
    );
  return gaps;
}
