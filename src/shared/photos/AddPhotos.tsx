import { type ChangeEvent, useId } from 'react';
import { maxPhotos } from '#domain/photos/photo.ts';
import type { AddedPhoto, AddedPhotos } from './useAddedPhotos.ts';
import './photo-tiles.css';
import './photos.css';

type Props = { added: AddedPhotos; label: string; hint: string };

/** The field to which up to three photos are added, from the camera or the phone's pictures. */
export function AddPhotos({ added: { photos, problem, add, remove, retry }, label, hint }: Props) {
  const id = useId();
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // The same file can be chosen again.
    currentTarget.value = '';
    add(files);
  };
  return (
    <fieldset className="add-photos stack gap-2" aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <ul className="photo-tiles">
        {photos.map((photo, n) => (
          <Tile
            key={photo.key}
            photo={photo}
            name={`photo ${n + 1}`}
            onRemove={() => remove(photo.key)}
            onRetry={() => retry(photo.key)}
          />
        ))}
        {photos.length < maxPhotos && (
          <li>
            <label className="photo-add">
              <input type="file" accept="image/*" multiple onChange={onChange} />
              <span>{photos.length ? 'Add another' : 'Add a photo'}</span>
            </label>
          </li>
        )}
      </ul>
      <p className="error" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}

type TileProps = { photo: AddedPhoto; name: string; onRemove: () => void; onRetry: () => void };

/** One photo, with how far it is sent. */
function Tile({ photo: { preview, share, id, message, canRetry }, name, onRemove, onRetry }: TileProps) {
  const percent = Math.round(share * 100);
  return (
    <li className="photo-tile" data-failed={message ? true : undefined}>
      <div className="photo-picture" data-sent={id ? true : undefined}>
        {preview && <img src={preview} alt={`Your ${name}`} />}
        <button type="button" className="photo-remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {message ? (
        <div className="photo-state">
          <span className="error" role="alert">
            {message}
          </span>
          {canRetry && (
            <button type="button" className="button plain small flush" onClick={onRetry}>
              Send {name} again
            </button>
          )}
        </div>
      ) : id ? (
        <span className="photo-state soft">Sent</span>
      ) : (
        <span className="photo-state soft">
          <progress max={100} value={percent} aria-label={`Sending ${name}`} />
          {preview ? `Sending ${percent}%` : 'Reading…'}
        </span>
      )}
    </li>
  );
}
