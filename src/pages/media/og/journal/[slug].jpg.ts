/** The picture of an article for link previews, cropped to the recommended size. */
import { getCollection } from 'astro:content';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { shareSize } from '#features/seo/share-picture.build.ts';

type Props = { file: string };

export const getStaticPaths = (async () =>
  (await getCollection('journal')).map(({ id, data }) => ({
    params: { slug: id },
    props: { file: join('content/journal', data.picture.file) } satisfies Props,
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props }) => {
  const picture = sharp(join(process.cwd(), props.file))
    .autoOrient()
    .resize({ ...shareSize, fit: 'cover' })
    .flatten({ background: 'white' });
  return new Response(new Uint8Array(await picture.jpeg({ quality: 86, progressive: true }).toBuffer()));
};
