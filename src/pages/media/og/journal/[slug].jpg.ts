/** What a link to an article shows elsewhere: its picture, cut to the size that others ask for. */
import { getCollection } from 'astro:content';
import { join } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { shareSize } from '#features/seo/share-picture.ts';

type Props = { file: string };

export const getStaticPaths = (async () =>
  (await getCollection('journal')).map(({ id, data }) => ({
    params: { slug: id },
    props: { file: join('content/journal', data.picture.file) } satisfies Props,
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = async ({ props }) => {
  const picture = sharp(join(process.cwd(), props.file)).resize({ ...shareSize, fit: 'cover' });
  return new Response(new Uint8Array(await picture.jpeg({ quality: 86, progressive: true }).toBuffer()));
};
