import { type ReactNode, useState } from 'react';
import type { ApiPhoto } from '#domain/photos/photo.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import type { CaptionedPhoto } from './PhotoDialog.tsx';
import './photo-tiles.css';

type Photo = Omit<ApiPhoto, '_id'>;

type TilesProps = {
  photos: readonly CaptionedPhoto[];
  /** What stands below a small photo. */
  under?: (n: number) => ReactNode;
};

/** Small photos, each of which opens large; that script loads when the first one is opened. */
export function PhotoTiles({ photos, under }: TilesProps) {
  const [first, setFirst] = useState(0);
  const large = useLazyDialog(() => import('./PhotoDialog.tsx'));
  return (
    <>
      <ul className="photo-tiles">
        {photos.map(({ url, width, height, caption }, n) => (
          <li key={url}>
            <button
              type="button"
              className="photo-picture"
              onClick={() => {
                setFirst(n);
                large.open();
              }}
            >
              <img {...{ width, height }} src={url} alt={caption} loading="lazy" />
            </button>
            {under?.(n)}
          </li>
        ))}
      </ul>
      {large.Dialog && <large.Dialog photos={photos} first={first} onClose={large.close} />}
    </>
  );
}

/** `Return ORD-123456-R1 (2 of 3)`. @param label what the photos show, for their texts */
export const captioned = (photos: readonly Photo[], label: string): CaptionedPhoto[] =>
  photos.map((photo, n) => ({
    ...photo,
    caption: photos.length > 1 ? `${label} (${n + 1} of ${photos.length})` : label,
  }));

type Props = { photos: readonly Photo[]; label: string };

/** The photos of one thing. @param label what they show, for their texts */
export default function PhotoList({ photos, label }: Props) {
  return <PhotoTiles photos={captioned(photos, label)} />;
}
