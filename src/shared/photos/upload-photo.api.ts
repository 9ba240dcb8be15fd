/** Sends a photo. `fetch` reports no progress of what it sends. */
import { offlineMessage } from '#lib/api.ts';
import { $shopperToken } from '#lib/guest-token.store.ts';
import { asRecord } from '#lib/record.ts';

/** @property canRetry whether the same photo may be taken at another time */
export type UploadResult = { ok: true; id: string } | { ok: false; message: string; canRetry: boolean };

/** Without an answer for this long, the line is taken for lost, ms. */
const longestWait = 120_000;

function resultOf(request: XMLHttpRequest): UploadResult {
  const answer = asRecord(request.response);
  if (request.status === 200 && typeof answer.id === 'string') return { ok: true, id: answer.id };
  return {
    ok: false,
    message: String(answer.message || 'The photo was not sent. Please try again.'),
    canRetry: request.status === 429 || request.status >= 500,
  };
}

/** Where photos are sent, with what besides the session says whose they are. */
export type PhotoTarget = { path: string; headers?: Readonly<Record<string, string>> };

/** @param onProgress called with the share that is sent, 0 to 1 @returns `stop` ends it; then `done` brings a failure */
export function uploadPhoto(photo: Blob, onProgress: (share: number) => void, to: PhotoTarget) {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadResult>((resolve) => {
    const fail = () => resolve({ ok: false, message: offlineMessage, canRetry: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => resolve(resultOf(request));
    request.onerror = fail;
    request.onabort = fail;
    request.ontimeout = fail;
  });
  request.open('POST', to.path);
  request.responseType = 'json';
  request.timeout = longestWait;
  const token = $shopperToken.get();
  if (token) request.setRequestHeader('token', token);
  for (const [name, value] of Object.entries(to.headers ?? {})) request.setRequestHeader(name, value);
  request.setRequestHeader('Content-Type', photo.type);
  request.send(photo);
  return { done, stop: () => request.abort() };
}
