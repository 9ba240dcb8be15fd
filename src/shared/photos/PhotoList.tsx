import { useState } from 'react';
import type { ApiPhoto } from '#domain/photos/photo.ts';
import { PhotoDialog } from './PhotoDialog.tsx';
import './photos.css';

type Props = { photos: readonly ApiPhoto[]; label: string };

/** Small photos, each of which opens large. @param label what they show, for their texts */
export default function PhotoList({ photos, label }: Props) {
  const [open, setOpen] = useState<number>();
  const captionOf = (n: number) => (photos.length > 1 ? `${label} (${n + 1} of ${photos.length})` : label);
  return (
    <>
      <ul className="photo-tiles">
        {photos.map(({ _id, url, width, height }, n) => (
          <li key={_id}>
            <button type="button" className="photo-picture" onClick={() => setOpen(n)}>
              <img {...{ width, height }} src={url} alt={captionOf(n)} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <PhotoDialog
          photos={photos.map((photo, n) => ({ ...photo, caption: captionOf(n) }))}
          first={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
