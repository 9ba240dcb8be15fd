/**
 * A picture of `content/` that cannot be read is undefined in the build, instead of ending it: the products of the shop
 * must not wait for one of them (src/features/catalogue/card.build.ts).
 */
import sharp from 'sharp';

const picture = /\/content\/.*\.(jpe?g|png|webp)$/;

export const brokenPictures = {
  name: 'broken-pictures',
  enforce: 'pre' as const,
  /** @param id of a module: a path, perhaps with a query */
  async load(id: string): Promise<string | undefined> {
    const [file = ''] = id.split('?');
    if (!picture.test(file)) return undefined;
    return sharp(file)
      .metadata()
      .then(
        () => undefined,
        () => 'export default undefined;',
      );
  },
};
