/** The app icon of the brand as PNG. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { contentFile } from './content-folder.build.ts';

/** Sizes of the icons that a phone cuts into its own shape, px. */
export const maskableSizes = [192, 512] as const;

/**
 * @param size px
 * @param maskable whether the ground reaches the corners: the phone cuts them. The drawing is in the inner 80% already.
 */
export async function appIcon(size: number, maskable = false): Promise<Response> {
  const svg = await readFile(contentFile('brand/icon.svg'), 'utf8');
  const icon = maskable ? svg.replace(/ rx="\d+"/, '') : svg;
  const body = await sharp(Buffer.from(icon), { density: 600 }).resize(size, size).png().toBuffer();
  return new Response(new Uint8Array(body));
}
