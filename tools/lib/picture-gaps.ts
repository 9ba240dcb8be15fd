/** Pictures of the content that cannot be read: those of products are left out by the build, any other one ends it. */
import { join } from 'node:path';
import type { ListedGap } from '#domain/catalogue/gaps.ts';
import { meanColour } from '#lib/mean-colour.build.ts';
import type { ContentFiles } from './check-content.ts';
import { contentRoot, isPicture } from './content.ts';

/** Pictures that are read at the same time. */
const atOnce = 8;

const gapOf = (name: string): ListedGap => {
  const ofProduct = name.startsWith('products/');
  return {
    file: `content/${name}`,
    severity: ofProduct ? 'incomplete' : 'build',
    field: '',
    reason: 'This picture cannot be read.',
    remedy: ofProduct ? 'Save it again. The product is shown without it.' : 'Save it again.',
  };
};

/** @param files of the folder `content` @returns a gap for each, by file */
export async function pictureGaps(files: ContentFiles): Promise<ListedGap[]> {
  const pictures = files.names().filter(isPicture).sort();
  const check = (name: string): Promise<ListedGap[]> =>
    meanColour(join(contentRoot, name)).then(
      () => [],
      () => [gapOf(name)],
    );
  const gaps: ListedGap[] = [];
  for (let from = 0; from < pictures.length; from += atOnce)
    gaps.push(...(await Promise.all(pictures.slice(from, from + atOnce).map(check))).flat());
  return gaps;
}
