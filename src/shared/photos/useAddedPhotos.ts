import { useEffect, useRef, useState } from 'react';
import { type ApiPhoto, maxPhotos } from '#domain/photos/photo.ts';
import { onReconnect } from '#lib/on-reconnect.dom.ts';
import { shrinkPhoto } from './shrink-photo.dom.ts';
import { type PhotoTarget, uploadPhoto } from './upload-photo.api.ts';

/**
 * A photo that a shopper has chosen.
 * @property preview `data:` URL, or that of a photo that is stored; empty until the browser has read it
 * @property share that is sent, 0 to 1 @property id once the shop has it @property message why it was not sent
 */
export type AddedPhoto = {
  key: number;
  preview: string;
  share: number;
  id?: string;
  message?: string;
  canRetry?: boolean;
};

export type AddedPhotos = {
  photos: readonly AddedPhoto[];
  /** Why a file was not added. */
  problem: string;
  add(files: Iterable<File>): void;
  remove(key: number): void;
  retry(key: number): void;
  /** Waits until all are sent. @returns their ids; undefined if one was not sent */
  whenSent(): Promise<string[] | undefined>;
};

/**
 * The photos of a form. Each is made small and sent as soon as it is chosen; what a lost line has stopped is sent again.
 * @param to where they are sent @param stored those that the shop has already
 */
export function useAddedPhotos(
  to: PhotoTarget = { path: '/api/photos' },
  stored: readonly ApiPhoto[] = [],
): AddedPhotos {
  const [photos, setPhotos] = useState<readonly AddedPhoto[]>(() =>
    stored.map(({ _id: id, url: preview }, n) => ({ key: -1 - n, preview, share: 1, id })),
  );
  const [problem, setProblem] = useState('');
  /** The same list, for what goes on after a render. */
  const latest = useRef(photos);
  const work = useRef(new Map<number, { done: Promise<void>; small?: Blob; stop?: () => void }>());
  const nextKey = useRef(0);

  const write = (list: readonly AddedPhoto[]) => {
    latest.current = list;
    setPhotos(list);
  };
  const patch = (key: number, change: Partial<AddedPhoto>) =>
    write(latest.current.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const remove = (key: number) => {
    work.current.get(key)?.stop?.();
    work.current.delete(key);
    write(latest.current.filter((one) => one.key !== key));
  };

  /** @param done settles when it is sent, or not */
  const upload = async (key: number, small: Blob): Promise<void> => {
    const mine = work.current.get(key);
    if (!mine) return;
    mine.small = small;
    const { done, stop } = uploadPhoto(small, (share) => patch(key, { share }), to);
    mine.stop = stop;
    const { ok, ...result } = await done;
    patch(key, ok ? { ...result, share: 1 } : result);
  };
  const prepare = async (key: number, file: File): Promise<void> => {
    const small = await shrinkPhoto(file);
    if (small) {
      patch(key, { preview: small.preview });
      return upload(key, small.photo);
    }
    remove(key);
    setProblem('This device cannot read this picture. Please choose a JPEG.');
  };

  const add = (files: Iterable<File>) => {
    setProblem('');
    for (const file of files) {
      if (latest.current.length >= maxPhotos) {
        setProblem(`At most ${maxPhotos} photos can be added.`);
        return;
      }
      nextKey.current += 1;
      const key = nextKey.current;
      write([...latest.current, { key, preview: '', share: 0 }]);
      const mine = { done: Promise.resolve() };
      work.current.set(key, mine);
      mine.done = prepare(key, file);
    }
  };
  const retry = (key: number) => {
    const mine = work.current.get(key);
    if (!mine?.small) return;
    patch(key, { share: 0, message: undefined });
    mine.done = upload(key, mine.small);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; `retry` reads what is there at the time
  useEffect(() => {
    const stopListening = onReconnect(() => {
      for (const { key, message, canRetry } of latest.current) if (message && canRetry) retry(key);
    });
    return () => {
      stopListening();
      for (const { stop } of work.current.values()) stop?.();
    };
  }, []);

  const whenSent = async () => {
    await Promise.all([...work.current.values()].map(({ done }) => done));
    const ids = latest.current.map(({ id }) => id);
    return ids.every((id) => id !== undefined) ? ids : undefined;
  };
  return { photos, problem, add, remove, retry, whenSent };
}
