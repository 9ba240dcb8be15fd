import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiPhoto } from '#domain/photos/photo.ts';
import './photos.css';

/** @property caption also the text for those who do not see it @property about stands below the large photo */
export type CaptionedPhoto = Omit<ApiPhoto, '_id'> & { caption: string; about?: ReactNode };
type Props = { photos: readonly CaptionedPhoto[]; first: number; onClose: () => void };

/** Photos in large, one at a time: by its buttons or the arrow keys. It opens when it is rendered. */
export default function PhotoDialog({ photos, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(first);
  useEffect(() => dialog.current?.showModal(), []);
  const photo = photos[at];
  if (!photo) return null;
  const go = (by: number) => setAt((before) => Math.min(photos.length - 1, Math.max(0, before + by)));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <dialog
      ref={dialog}
      className="dialog photo-dialog"
      aria-label="Photo"
      onClose={(event) => {
        // React passes it on to a dialog around this one, which stays open.
        event.stopPropagation();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <figure>
        <img
          key={photo.url}
          src={photo.url}
          width={photo.width}
          height={photo.height}
          alt={photo.caption}
          style={{ '--ratio': photo.width / photo.height } as CSSProperties}
        />
        <figcaption className="small" aria-live="polite">
          <span className="soft">{photo.caption}</span>
          {photo.about}
        </figcaption>
      </figure>
      <div className="actions">
        {photos.length > 1 && (
          <>
            <button
              type="button"
              className="button quiet small"
              aria-disabled={at === 0}
              onClick={() => go(-1)}
            >
              Previous
            </button>
            <button
              type="button"
              className="button quiet small"
              aria-disabled={at === photos.length - 1}
              onClick={() => go(1)}
            >
              Next
            </button>
          </>
        )}
        <button type="button" className="button small" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
