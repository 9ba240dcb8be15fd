/** Routes of photos. Their bodies are no JSON; what is refused besides is in tests/api/photos.test.ts. */
import { notFound, tooLarge } from './bad-input.ts';
import { anybody, type RouteTable, signedIn, the } from './route.ts';

const mib = 1024 * 1024;
const notPhoto = { status: 415, code: 'not_a_photo' };

export const photos: RouteTable = {
  'POST /api/photos': {
    may: signedIn,
    requests: [{ json: {}, status: 415 }],
    bad: [
      { what: 'nothing', ...notPhoto },
      { what: 'a script', raw: 'alert(1)', ...notPhoto },
      { what: 'a page', raw: '<!doctype html><script>alert(1)</script>', ...notPhoto },
      {
        what: 'a drawing with a script',
        raw: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        ...notPhoto,
      },
      { what: 'PNG', raw: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), ...notPhoto },
      { what: 'HEIC', raw: '\0\0\0\u0018ftypheic\0\0\0\0mif1heic', ...notPhoto },
      { what: 'the start of a JPEG', raw: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16) },
      {
        what: 'a script as JPEG',
        raw: new Uint8Array([0xff, 0xd8, 0xff, ...new TextEncoder().encode('<script>alert(1)</script>')]),
      },
      { what: '40 MB', unfinished: { sent: 1000, announced: 40 * mib }, ...tooLarge },
      { what: 'more than 8 MB without a length', unfinished: { sent: 8 * mib + 1 }, ...tooLarge },
    ],
  },
  'GET /api/photos/:link': {
    may: anybody,
    id: 'x',
    calls: 0,
    requests: [{ query: '?until=1', status: 404 }],
    bad: [
      { what: 'no time' },
      { what: 'a word for a time', query: '?until=soon' },
      { what: 'a link that nobody has signed', query: '?until=9999999', ...notFound },
    ],
  },
  'GET /api/photos/public/:id': {
    may: anybody,
    id: the.unknown,
    requests: [{ status: 404 }],
    bad: [
      { what: 'a photo that is not there', ...notFound },
      { what: 'a path for an id', id: '..%2Fx', ...notFound },
    ],
  },
};
