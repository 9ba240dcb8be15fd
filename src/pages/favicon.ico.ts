/** `/favicon.ico`, which browsers, feed readers and bots ask for by itself: one PNG in the ICO format. */
import type { APIRoute } from 'astro';
import { appIcon } from '#lib/app-icon.build.ts';

/** px */
const size = 48;

export const GET: APIRoute = async () => {
  const png = new Uint8Array(await (await appIcon(size)).arrayBuffer());
  // Header: an icon, one picture. Then its entry: size, 32 bits a pixel, bytes, and where they begin.
  const head = new DataView(new ArrayBuffer(22));
  head.setUint16(2, 1, true);
  head.setUint16(4, 1, true);
  head.setUint8(6, size);
  head.setUint8(7, size);
  head.setUint16(10, 1, true);
  head.setUint16(12, 32, true);
  head.setUint32(14, png.length, true);
  head.setUint32(18, head.byteLength, true);
  return new Response(new Blob([head, png]));
};
