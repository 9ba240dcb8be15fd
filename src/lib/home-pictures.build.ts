/** Pictures and videos of the home page. */
import { contentFolder } from './content-folder.build.ts';
import { makePicture } from './pictures.build.ts';

const films = import.meta.glob<string>('#content/home/*.{webm,mp4}', {
  eager: true,
  import: 'default',
  query: '?url',
});

/**
 * @param field its name in `content/home.yaml`, for the error message
 * @param options of `makePicture`
 */
export const homePicture = (file: string, field: string, options: Parameters<typeof makePicture>[2]) =>
  makePicture(`home/${file}`, `content/home.yaml: ${field}`, options);

/** The URLs of a video's two formats; they change with the content. */
export function homeFilm(name: string, field: string): { webm: string; mp4: string } {
  const [webm, mp4] = ['webm', 'mp4'].map((ending) => {
    const path = `home/${name}.${ending}`;
    const address = films[`/${contentFolder}/${path}`];
    if (!address) throw new Error(`content/home.yaml: ${field}: content/${path} is not there`);
    return address;
  });
  return { webm: webm ?? '', mp4: mp4 ?? '' };
}
