/**
 * A picture of `content/` that cannot be read is undefined in the build, instead of ending it: the products of the shop
 * must not wait for one of them (src/features/catalogue/card.build.ts).
 */
import sharp from 'sharp';
import { contentRoot, isPicture } from '#tools/lib/content.ts';

export const brokenPictures = {
  name: 'broken-pictures',
  load: {
    // Before Astro's own plugin, which ends the build.
    order: 'pre' as const,
    /** @param id of a module: a path, perhaps with a query */
    async handler(id: string): Promise<string | undefined> {
      const [file = ''] = id.split('?');
      if (!file.startsWith(contentRoot) || !isPicture(file)) return undefined;
      return sharp(file)
        .metadata()
        .then(
          () => undefined,
          () => 'export default undefined;',
        );
    },
  },
};
