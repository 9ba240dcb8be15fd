/** Makes a photo small before it is sent. What is drawn anew has no place, time or camera in it. */

/** The longest side, px. */
const longestSide = 1600;
/** Of the tile that is shown while it is sent, px. */
const previewSide = 200;
/** Bytes at which a photo is small enough, and the qualities that are tried until it is. */
const smallEnough = 300_000;
const qualities = [0.8, 0.65, 0.5];

/** @property preview `data:` URL of a small copy */
type SmallPhoto = { photo: Blob; preview: string };

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/** As WebP, or as JPEG where the browser writes no WebP (Safari). */
async function encodeSmall(canvas: HTMLCanvasElement): Promise<Blob | null> {
  let smallest: Blob | null = null;
  for (const quality of qualities) {
    const webp = await encode(canvas, 'image/webp', quality);
    smallest = webp?.type === 'image/webp' ? webp : await encode(canvas, 'image/jpeg', quality);
    if (!smallest || smallest.size <= smallEnough) break;
  }
  return smallest;
}

/** @returns undefined for a file that this browser cannot show, such as HEIC on most phones, or that is no picture */
export async function shrinkPhoto(file: Blob): Promise<SmallPhoto | undefined> {
  // Turns it as the camera was held.
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const photo = await encodeSmall(draw(picture, longestSide));
    return photo ? { photo, preview: draw(picture, previewSide).toDataURL('image/jpeg', 0.7) } : undefined;
  } finally {
    picture.close();
  }
}
