/** Pictures and videos of the home page. */
import type { ImageMetadata } from 'astro';
import type { PictureSource } from '#ui/Picture.tsx';
import { makePicture } from './pictures.build.ts';

const pictures = import.meta.glob<ImageMetadata>('/content/home/*.jpg', { eager: true, import: 'default' });
const films = import.meta.glob<string>('/content/home/*.{webm,mp4}', {
  eager: true,
  import: 'default',
  query: '?url',
});

/**
 * @param field its name in `content/home.yaml`, for the error message
 * @param options of `makePicture`
 */
export async function homePicture(
  file: string,
  field: string,
  options: Parameters<typeof makePicture>[2],
): Promise<PictureSource> {
  const path = `content/home/${file}`;
  const image = pictures[`/${path}`];
  if (!image) throw new Error(`content/home.yaml: ${field}: ${path} is not there`);
  return makePicture(path, image, options);
}

/** The URLs of a video's two formats; they change with the content. */
export function homeFilm(name: string, field: string): { webm: string; mp4: string } {
  const [webm, mp4] = ['webm', 'mp4'].map((ending) => {
    const path = `content/home/${name}.${ending}`;
    const address = films[`/${path}`];
    if (!address) throw new Error(`content/home.yaml: ${field}: ${path} is not there`);
    return address;
  });
  return { webm: webm ?? '', mp4: mp4 ?? '' };
}
