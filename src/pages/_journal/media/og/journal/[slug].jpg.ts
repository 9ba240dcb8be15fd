/** The picture of an article for link previews, cropped to the recommended size. */
import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { shareSize } from '#features/seo/share-picture.build.ts';
import { contentFile } from '#lib/content-folder.build.ts';

type Props = { file: string };

export const getStaticPaths = (async () =>
  (await getCollection('journal')).map(({ id, data }) => ({
    params: { slug: id },
    props: { file: contentFile(`journal/${data.picture.file}`) } satisfies Props,
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props }) => {
  const picture = sharp(props.file)
    .autoOrient()
    .resize({ ...shareSize, fit: 'cover' })
    .flatten({ background: 'white' });
  return new Response(new Uint8Array(await picture.jpeg({ quality: 86, progressive: true }).toBuffer()));
};
